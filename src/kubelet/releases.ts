import type { MachineBehaviours } from '../machine/releaseBehaviours';

/** The kubelet releases that are modelled, oldest first. */
export const RELEASE_NAMES = ['v1.26', 'v1.27', 'v1.31'] as const;

export type ReleaseName = (typeof RELEASE_NAMES)[number];

/** In what a release behaves unlike the others: one implementation reads this table, nobody compares versions. */
export interface Release extends MachineBehaviours {
  readonly name: ReleaseName;
  /** The exact text that is modelled. */
  readonly text: string;
  /** Housekeeping lists the runtime anew in every pass instead of using a list that may be some seconds old. */
  readonly listsRuntimeAfresh: boolean;
  /** Housekeeping starts every wanted pod that the workers do not know, not only those that asked for a restart. */
  readonly startsUnknownPods: boolean;
  /** Housekeeping hands terminal pods with a deletion time that no worker knows to the workers. (kubernetes#118497) */
  readonly terminatesTerminalLeftovers: boolean;
  /** The API object of a deleted pod goes only once SyncTerminatedPod has said that the pod is finished. */
  readonly deletesOnlyFinishedPods: boolean;
  /**
   * A pod whose containers are stopped for good ends as Succeeded or Failed, whatever its restart policy says; static pods
   * are left out. (kubernetes#115331, 1.27)
   */
  readonly assignsTerminalPhase: boolean;
  /** The pod gauges and counters exist; elsewhere they are computed by this model for comparison. */
  readonly exportsPodMetrics: boolean;
}

const BEFORE_THE_FIX: Omit<Release, 'name' | 'text'> = {
  keepsLastUpdate: false,
  housekeepingReplays: false,
  forgetsStoppedRuntimePods: false,
  givesGraceToRuntimePods: true,
  finishesTerminalPodsAtFirstSight: true,
  remembersGraceOverride: false,
  listsRuntimeAfresh: false,
  startsUnknownPods: false,
  terminatesTerminalLeftovers: false,
  deletesOnlyFinishedPods: false,
  assignsTerminalPhase: false,
  exportsPodMetrics: false,
};

const WITH_THE_FIX: Omit<Release, 'name' | 'text'> = {
  ...BEFORE_THE_FIX,
  keepsLastUpdate: true,
  housekeepingReplays: true,
  forgetsStoppedRuntimePods: true,
  givesGraceToRuntimePods: false,
  listsRuntimeAfresh: true,
  startsUnknownPods: true,
  deletesOnlyFinishedPods: true,
  assignsTerminalPhase: true,
  exportsPodMetrics: true,
};

const RELEASES: { readonly [Name in ReleaseName]: Release } = {
  'v1.26': { ...BEFORE_THE_FIX, name: 'v1.26', text: '1.26.1, before kubernetes#113145' },
  'v1.27': {
    ...WITH_THE_FIX,
    name: 'v1.27',
    text: '1.27.0, the first release with kubernetes#113145; reconstructed',
  },
  'v1.31': {
    ...WITH_THE_FIX,
    finishesTerminalPodsAtFirstSight: false,
    remembersGraceOverride: true,
    terminatesTerminalLeftovers: true,
    name: 'v1.31',
    text: 'about 1.31, with the corrections that followed',
  },
};

/** Is `name` a release that is modelled? */
export const isReleaseName = (name: string): name is ReleaseName =>
  (RELEASE_NAMES as readonly string[]).includes(name);

/** The behaviours of a release. */
export const releaseOf = (name: ReleaseName): Release => RELEASES[name];
