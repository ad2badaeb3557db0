/**
 * In what the releases of the pod worker differ, as far as one pod's statechart is concerned. The table of the
 * releases themselves, and what else differs, is `kubelet/releases.ts`.
 */
export interface MachineBehaviours {
  /**
   * The worker keeps what it was last told (pending and active update), reads the work state when its turn comes and
   * can be given the last update again. Without it an update travels with its work state, and what comes during
   * a call waits undelivered and is overwritten when the call completes a phase. (kubernetes#113145)
   */
  readonly keepsLastUpdate: boolean;
  /** Housekeeping terminates and replays pods that are no longer wanted and not finished. (kubernetes#113145) */
  readonly housekeepingReplays: boolean;
  /** A runtime-only pod that has stopped is forgotten at once, not kept as finished. (kubernetes#113145) */
  readonly forgetsStoppedRuntimePods: boolean;
  /** The call that stops a runtime-only pod is told its grace period; since v1.27 it has its own, always 1 s. */
  readonly givesGraceToRuntimePods: boolean;
  /**
   * A pod that is terminal and not running at first sight is finished without a clean-up call, and a `create` counts
   * as a wish to restart even at first sight. (Corrected by kubernetes#117019.)
   */
  readonly finishesTerminalPodsAtFirstSight: boolean;
  /** An explicit grace period of 0 is not mistaken for none. (kubernetes#124063) */
  readonly remembersGraceOverride: boolean;
}
