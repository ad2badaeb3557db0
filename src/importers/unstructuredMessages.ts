import type { DraftEvent } from './draftEvent';
import { phaseOfError } from './logMessages';
import { troubleOf, uidInText } from './troubleText';

/**
 * Records without a quoted message: everything up to 1.20, and in later releases what the volume manager and Go's error
 * handler print. Pods are written `name_namespace(uid)`; an underscore is not legal in a pod's name.
 */
export function unstructuredDrafts(text: string, severity: string): readonly DraftEvent[] {
  for (const [pattern, draft] of PATTERNS) {
    const match = pattern.exec(text);
    if (match !== null) return draft(match, text);
  }
  return severity === 'I' ? [] : troubleOf(text, text);
}

type Draft = (match: RegExpExecArray, text: string) => readonly DraftEvent[];

const POD = /(?<![^\s",;(])([^\s",;(_]{1,253})_([^\s",;(_]{1,253})\(([^)\s"]{1,253})\)/g;

interface Named {
  readonly pod: string;
  readonly uid: string;
}

const podsIn = (text: string): Named[] =>
  [...text.matchAll(POD)].map(([, name = '', namespace = '', uid = '']) => ({
    pod: `${namespace}/${name}`,
    uid,
  }));

const NOBODY = { uid: null, pod: null } as const;

const CONFIG = new Map([
  ['ADD', 'configAdd'],
  ['UPDATE', 'configUpdate'],
  ['DELETE', 'configDelete'],
  ['REMOVE', 'configRemove'],
  ['RECONCILE', 'configReconcile'],
] as const);

const config: Draft = ([, verb = '', source = '', rest = '']) => {
  const kind = [...CONFIG].find(([word]) => word === verb)?.[1];
  if (kind === undefined) return [];
  const level = kind === 'configReconcile' ? 4 : 2;
  const pods = podsIn(rest);
  if (pods.length === 0) return [{ ...NOBODY, kind, level, source, amount: 0 }];
  const deletion = /DeletionTimestamp=(\S+?Z)/.exec(rest)?.[1];
  return pods.map((pod) => ({
    ...pod,
    kind,
    level,
    source,
    ...(deletion === undefined ? {} : { reason: `DeletionTimestamp=${deletion}` }),
  }));
};

const one =
  (kind: DraftEvent['kind'], level: number, rest: Partial<DraftEvent> = {}): Draft =>
  (_, text) => [{ ...(podsIn(text)[0] ?? { pod: null, uid: uidInText(text) }), kind, level, ...rest }];

const PATTERNS: readonly (readonly [RegExp, Draft])[] = [
  [/^SyncLoop \((ADD|UPDATE|DELETE|REMOVE|RECONCILE), "(\w+)"\): ?(.*)$/s, config],
  [
    /^SyncLoop \(PLEG\): .*\bID:"([^"]*)", Type:"([^"]*)", Data:"([^"]*)"/,
    ([, uid = '', operation = '', id = ''], text) => [
      { pod: podsIn(text)[0]?.pod ?? null, uid, kind: 'pleg', level: 2, operation, id },
    ],
  ],
  [
    /^SyncLoop \(PLEG\): pod does not exist.*\bID:"([^"]*)", Type:"([^"]*)", Data:"([^"]*)"/,
    ([, uid = '', operation = '', id = '']) => [
      { pod: null, uid, kind: 'plegIrrelevant', level: 4, operation, id },
    ],
  ],
  [/^SyncLoop \(SYNC\)/, (_, text) => podsIn(text).map((pod) => ({ ...pod, kind: 'syncRetries', level: 4 }))],
  [/^SyncLoop \(container unhealthy\)/, one('probe', 1)],
  [/^SyncLoop \(housekeeping, skipped\)/, one('housekeepingSkipped', 4)],
  [/^SyncLoop \(housekeeping\)/, one('housekeeping', 4)],
  [/^Starting kubelet main sync loop/, one('mainLoopStarted', 0)],
  [
    /^Kubelet version:? ?(v[\d.]+\S*)/i,
    ([, reason = '']) => [{ ...NOBODY, kind: 'kubeletVersion', level: 0, reason }],
  ],
  [
    /^skipping pod synchronization - (.*)$/s,
    ([, error = '']) => [{ ...NOBODY, kind: 'syncLoopSkipped', level: 0, error }],
  ],
  [
    /^Killing unwanted pod "([^"]+)"/,
    ([, name = '']) => [{ uid: null, pod: name, kind: 'runtimeOrphanKilled', level: 2 }],
  ],
  [
    /^Killing container "([^"]+)" with (?:a )?(\d+) second grace period/,
    ([, id = '', grace = '']) => [
      {
        ...NOBODY,
        kind: 'killingContainer',
        level: 2,
        id: id.slice(id.lastIndexOf('/') + 1),
        amount: Number(grace),
      },
    ],
  ],
  [
    /^Container "([^"]+)" termination failed with gracePeriod \d+: (.*)$/s,
    ([, id = '', error = '']) => [
      { ...NOBODY, kind: 'killContainerFailed', level: 0, id: id.slice(id.lastIndexOf('/') + 1), error },
    ],
  ],
  [
    /^(StopContainer|StopPodSandbox) "([^"]+)" from runtime service failed: (.*)$/s,
    ([, operation = '', id = '', error = '']) => [
      { ...NOBODY, kind: 'criError', level: 0, operation, id, error },
    ],
  ],
  [
    /^Failed to stop sandbox "?([^"\s:]+)"? before removing: (.*)$/s,
    ([, id = '', error = '']) => [{ ...NOBODY, kind: 'gcSandboxFailed', level: 0, id, error }],
  ],
  [/is terminated, but some (?:volumes have not been cleaned up|containers)/, one('volumesNotCleaned', 3)],
  [
    /^Error syncing pod (\S+) \("?([^"]*?)"?\), skipping: (.*)$/s,
    ([, uid = '', named = '', error = '']) => {
      const phase = phaseOfError(error);
      return [
        {
          pod: podsIn(named)[0]?.pod ?? null,
          uid,
          kind: 'syncError',
          level: 0,
          error,
          ...(phase === undefined ? {} : { phase }),
        },
      ];
    },
  ],
  [
    /^Orphaned pod "([^"]+)" found, but (.*)$/is,
    ([, uid = '', reason = '']) => [{ pod: null, uid, kind: 'orphanFolder', level: 0, reason }],
  ],
  [/fully terminated and removed from etcd/, one('removedFromAPI', 3)],
  [/^Deleted mirror pod .* because it is outdated/, one('mirrorDeleted', 0)],
  [/^Unable to (?:attach or )?mount volumes for pod /, one('mountFailed', 0)],
  [
    /^Operation for ".*" failed\. No retries permitted until/,
    (_, text) => [
      {
        pod: null,
        uid: uidInText(text),
        kind: 'volumeOperationFailed',
        level: 0,
        error: text.slice(text.indexOf('Error: ') + 7),
        operation: /Unmount|TearDown|subPath|unmap/i.test(text) ? 'unmount' : 'mount',
      },
    ],
  ],
  [
    /^UnmountVolume\.TearDown succeeded for volume/,
    (_, text) => [{ pod: null, uid: uidInText(text), kind: 'volumeUnmounted', level: 0 }],
  ],
  [
    /^(?:\[?failed to "Kill(?:Container|PodSandbox)"|error killing pod: )/,
    (_, text) => [{ pod: null, uid: uidInText(text), kind: 'killPodFailed', level: 0, error: text }],
  ],
  [
    /^(?:Failed to admit pod|Predicate failed on Pod): (.*)$/s,
    ([, reason = ''], text) => [
      { ...(podsIn(text)[0] ?? NOBODY), kind: 'admissionDenied', level: 2, reason },
    ],
  ],
  [
    /^getPodContainerStatuses for pod "[^"]*" failed: (.*)$/s,
    ([, error = ''], text) => [{ ...(podsIn(text)[0] ?? NOBODY), kind: 'statusReadFailed', level: 0, error }],
  ],
];
