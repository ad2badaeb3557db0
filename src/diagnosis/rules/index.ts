import type { Rule } from '../finding';
import { admissionRejected } from './admissionRejected';
import { apiServerUnreachable } from './apiServerUnreachable';
import { cgroupRemovalFailing } from './cgroupRemovalFailing';
import { deleteRefused } from './deleteRefused';
import { evictionWaits } from './evictionWaits';
import { finalizerHoldsObject } from './finalizerHoldsObject';
import { gone } from './gone';
import { knownOnlyToKubelet } from './knownOnlyToKubelet';
import { logEndsTooEarly } from './logEndsTooEarly';
import { mirrorPodMismatch } from './mirrorPodMismatch';
import { notThePodWorker } from './notThePodWorker';
import { orphanedAfterRestart } from './orphanedAfterRestart';
import { orphanFolderOnDisk } from './orphanFolderOnDisk';
import { plegUnhealthy } from './plegUnhealthy';
import { recoveredAfterRetry } from './recoveredAfterRetry';
import { restartedDuringTermination } from './restartedDuringTermination';
import { restartPending } from './restartPending';
import { runtimeDown } from './runtimeDown';
import { sandboxTeardownFailing } from './sandboxTeardownFailing';
import { staticWaitingForName } from './staticWaitingForName';
import { stopContainerFailing } from './stopContainerFailing';
import { stopFailedNotRetried } from './stopFailedNotRetried';
import { terminalPodNotDeleted } from './terminalPodNotDeleted';
import { terminatedStepNotRetried } from './terminatedStepNotRetried';
import { volumesNotUnmounted } from './volumesNotUnmounted';
import { withinGracePeriod } from './withinGracePeriod';

/** The rules over what logs tell, the most telling first: findings are ranked in this order. */
export const LOG_RULES: readonly Rule[] = [
  stopFailedNotRetried,
  terminatedStepNotRetried,
  staticWaitingForName,
  terminalPodNotDeleted,
  finalizerHoldsObject,
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
