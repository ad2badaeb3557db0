import type { Rule } from '../finding';
import { admissionRejected } from './admissionRejected';
import { finalizerHoldsObject } from './finalizerHoldsObject';
import { knownOnlyToKubelet } from './knownOnlyToKubelet';
import { mirrorPodMismatch } from './mirrorPodMismatch';
import { orphanedAfterRestart } from './orphanedAfterRestart';
import { sandboxTeardownFailing, stopContainerFailing } from './stopErrors';
import { terminalPodNotDeleted } from './terminalPodNotDeleted';
import { withinGracePeriod } from './withinGracePeriod';

/** The rules over objects, scrapes and reported facts; those over log lines are in `../rules`. */
export const OBJECT_RULES: readonly Rule[] = [
  finalizerHoldsObject,
  admissionRejected,
  terminalPodNotDeleted,
  mirrorPodMismatch,
  withinGracePeriod,
  stopContainerFailing,
  sandboxTeardownFailing,
  orphanedAfterRestart,
  knownOnlyToKubelet,
];
