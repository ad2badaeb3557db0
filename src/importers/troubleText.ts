import type { DraftEvent } from './draftEvent';
import { isPluginError } from './pluginErrors';

const NOBODY = { uid: null, pod: null } as const;

/** The uid of a pod that a free text names: of its sandbox, its volume or itself. */
export function uidInText(text: string): string | null {
  return (
    /"?KillPodSandbox\\?"? for \\?"([^"\\\s]+)\\?"/.exec(text)?.[1] ??
    /\(UID: \\?"([^"\\\s)]+)/.exec(text)?.[1] ??
    /\bpodName:([^\s}]+)/.exec(text)?.[1] ??
    null
  );
}

/** Trouble that many messages tell of in their error: the runtime or the API server does not answer. */
export function troubleOf(text: string, error: string): readonly DraftEvent[] {
  if (isPluginError(text)) return [];
  if (/\.sock\b/.test(text) && /refused|Unavailable|no such file|transport|connection error/i.test(text)) {
    return [{ ...NOBODY, kind: 'runtimeDown', level: 0, error }];
  }
  if (/container runtime is down|runtime (?:is )?not ready|runtime sanity check failed/i.test(text)) {
    return [{ ...NOBODY, kind: 'runtimeDown', level: 0, error }];
  }
  if (/failed to delete cgroup paths|unable to destroy cgroup paths/i.test(text)) {
    return [{ ...NOBODY, kind: 'cgroupRemovalFailed', level: 0, error }];
  }
  const unanswered =
    /connection refused|i\/o timeout|no route to host|network is unreachable|no such host|TLS handshake timeout|Client\.Timeout|context deadline exceeded|connection reset|\bEOF\b|http2: client connection/i.test(
      text,
    );
  if (
    unanswered &&
    /https?:\/\/[^\s"]+\/(?:api|apis)\/|\bdial tcp\b.*:6443|failed to (?:list|watch) \*v1/i.test(text)
  ) {
    return [{ ...NOBODY, kind: 'apiServerUnreachable', level: 0, error }];
  }
  return [];
}
