import type { Rule } from '../finding';
import { cgroupRemovalFailing, volumesNotUnmounted } from './cleanUpFailing';
import { deleteRefused } from './deleteRefused';
import { gone, logEndsTooEarly, recoveredAfterRetry, withinGracePeriod } from './healthy';
import {
  admissionRejected,
  evictionWaits,
  knownOnlyToKubelet,
  mirrorPodMismatch,
  orphanedAfterRestart,
  restartedDuringTermination,
  terminalPodNotDeleted,
} from './lifecycleTrouble';
import {
  apiServerUnreachable,
  notThePodWorker,
  orphanFolderOnDisk,
  plegUnhealthy,
  runtimeDown,
} from './nodeTrouble';
import { restartPending } from './restartPending';
import { staticWaitingForName } from './staticWaitingForName';
import { stopFailedNotRetried } from './stopFailedNotRetried';
import { sandboxTeardownFailing, stopContainerFailing } from './teardownFailing';
import { terminatedStepNotRetried } from './terminatedStepNotRetried';

/** The rules over what logs tell, the most telling first: findings are ranked in this order. */
export const LOG_RULES: readonly Rule[] = [
  stopFailedNotRetried,
  terminatedStepNotRetried,
  staticWaitingForName,
  terminalPodNotDeleted,
  deleteRefused,
  runtimeDown,
  plegUnhealthy,
  sandboxTeardownFailing,
  stopContainerFailing,
  volumesNotUnmounted,
  cgroupRemovalFailing,
  restartPending,
  mirrorPodMismatch,
  knownOnlyToKubelet,
  orphanedAfterRestart,
  restartedDuringTermination,
  admissionRejected,
  evictionWaits,
  apiServerUnreachable,
  logEndsTooEarly,
  notThePodWorker,
  orphanFolderOnDisk,
  recoveredAfterRetry,
  withinGracePeriod,
  gone,
];
