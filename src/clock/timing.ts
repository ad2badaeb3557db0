import { type Duration, duration, seconds } from './simTime';

/** Every period and duration of the node, virtual ms. A scenario may override each of them. */
export interface Timing {
  /** From the start of the kubelet's process to the start of its loops. */
  readonly kubeletStartup: Duration;
  /** How often the sync loop looks into the work queue. */
  readonly syncTick: Duration;
  readonly housekeeping: Duration;
  /** From the end of a relist to the next one. */
  readonly relist: Duration;
  readonly runtimeCheck: Duration;
  /** Without a good runtime check for this long the kubelet counts the runtime as down. */
  readonly runtimeDownAfter: Duration;
  /** Without a good relist for this long the PLEG counts as unhealthy. */
  readonly plegUnhealthyAfter: Duration;
  /** How often the status manager tries again what did not get through. */
  readonly statusSync: Duration;
  readonly volumePoll: Duration;
  /** How long a sync call waits for volumes before it gives up. */
  readonly volumeTimeout: Duration;
  readonly volumeMount: Duration;
  readonly volumeUnmount: Duration;
  /** Work queue classes, before jitter. */
  readonly resync: Duration;
  readonly backoff: Duration;
  readonly transient: Duration;
  readonly crashLoopBackoff: Duration;
  readonly crashLoopBackoffMax: Duration;
  /** One way to or from the API server. */
  readonly apiLatency: Duration;
  /**
   * v1.26 lists the runtime's pods anew in housekeeping only when its list is this old. The kubelet's figure is 2 s, the same as
   * the period of housekeeping, so there it is a matter of microseconds whether a list serves twice; here it serves once.
   */
  readonly runtimeCacheAge: Duration;
  readonly containerGC: Duration;
  /** How long the kubelet waits for a CRI call (StopContainer: plus the grace period). */
  readonly requestTimeout: Duration;
  /** Durations of CRI operations: lists and statuses, then the others. */
  readonly list: Duration;
  readonly pullImage: Duration;
  readonly runPodSandbox: Duration;
  readonly createContainer: Duration;
  readonly startContainer: Duration;
  readonly stopPodSandbox: Duration;
  readonly remove: Duration;
}

/** What a scenario gets that says nothing about timing. */
export const DEFAULT_TIMING: Timing = {
  kubeletStartup: duration(100),
  syncTick: seconds(1),
  housekeeping: seconds(2),
  relist: seconds(1),
  runtimeCheck: seconds(5),
  runtimeDownAfter: seconds(30),
  plegUnhealthyAfter: seconds(180),
  statusSync: seconds(10),
  volumePoll: duration(100),
  volumeTimeout: seconds(123),
  volumeMount: duration(200),
  volumeUnmount: duration(200),
  resync: seconds(60),
  backoff: seconds(10),
  transient: seconds(1),
  crashLoopBackoff: seconds(10),
  crashLoopBackoffMax: seconds(300),
  apiLatency: duration(10),
  runtimeCacheAge: seconds(2),
  containerGC: seconds(60),
  requestTimeout: seconds(120),
  list: duration(5),
  pullImage: duration(800),
  runPodSandbox: duration(300),
  createContainer: duration(50),
  startContainer: duration(50),
  stopPodSandbox: duration(100),
  remove: duration(50),
};
