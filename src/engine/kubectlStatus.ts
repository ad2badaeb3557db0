import type { Pod } from '../api/pod';

/**
 * The STATUS column of `kubectl get pods` for an API object (`printers.printPod`), `(gone)` without one. It shows what the API
 * server has been told, which may be long out of date.
 */
export function kubectlStatus(pod: Pod | null): string {
  if (pod === null) return '(gone)';
  if (pod.deletion !== null) return 'Terminating';
  const { phase, reason, containers } = pod.status;
  if (reason !== '') return reason;
  const waiting = containers.find((container) => container.state.kind === 'waiting');
  const ended = containers.find((container) => container.state.kind === 'terminated');
  const runs = containers.some((container) => container.state.kind === 'running');
  if (waiting?.state.kind === 'waiting') return waiting.state.reason;
  if (ended?.state.kind === 'terminated' && !runs) return ended.state.exitCode === 0 ? 'Completed' : 'Error';
  return phase === '' ? 'Pending' : phase;
}
