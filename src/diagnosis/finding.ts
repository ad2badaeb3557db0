import type { EvidenceLine, ImportedRun } from '../importers/importedRun';

/** How sure a finding is. `certain`: lines prove it. `likely`: they fit it and nothing else we know. `possible`: they allow it. */
export type Confidence = 'certain' | 'likely' | 'possible';

/** The rules by id. Ids are part of the interface (`src/cli/README.md`). */
export type RuleId =
  | 'stop-failed-not-retried'
  | 'static-waiting-for-name'
  | 'restart-same-uid-pending'
  | 'sandbox-teardown-failing'
  | 'stop-container-failing'
  | 'volumes-not-unmounted'
  | 'runtime-down'
  | 'pleg-unhealthy'
  | 'orphaned-after-restart'
  | 'terminal-pod-not-deleted'
  | 'finalizer-holds-object'
  | 'api-server-unreachable'
  | 'kubelet-restarted-during-termination'
  | 'within-grace-period'
  | 'gone'
  | 'not-the-pod-worker'
  | 'mirror-pod-mismatch'
  | 'cgroup-removal-failing'
  | 'eviction-of-finished-pod-waits'
  | 'admission-rejected'
  | 'terminated-step-not-retried'
  | 'recovered-after-retry'
  | 'delete-refused-sources-not-ready'
  | 'known-only-to-kubelet'
  | 'orphan-folder-on-disk'
  | 'log-ends-too-early';

/** What a rule found about one pod, or about the node (`pod: null`). */
export interface Finding {
  readonly rule: RuleId;
  /** `namespace/name`, or the uid if no name is known, or `null` for the node. */
  readonly pod: string | null;
  readonly confidence: Confidence;
  /** One line. */
  readonly title: string;
  /** What happened, in terms of the model. */
  readonly why: string;
  /** At least one line. */
  readonly evidence: readonly EvidenceLine[];
  /** What to do now; `null` if nothing is to be done. */
  readonly freesNow: string | null;
  /** The release, or `null` if no kubelet release changes it. */
  readonly fixedIn: string | null;
  /** Public issues and pull requests. */
  readonly issues: readonly string[];
}

/** A rule looks at a run and says what it finds. Rules do not know each other; `diagnose` ranks. */
export interface Rule {
  readonly id: RuleId;
  find(run: ImportedRun): readonly Finding[];
}
