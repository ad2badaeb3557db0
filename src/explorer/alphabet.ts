/**
 * Everything that can happen. *Environment*: what people, sources and machines do, or may leave. *Progress*: what the kubelet does
 * by itself sooner or later. How a call returns is the environment's choice, that it returns is progress: `ok` stands for that.
 */
export const ACTION_KINDS = [
  // Progress. The order here is the order in which the explorer tries them, and so which of several shortest traces is shown.
  'turn',
  'refresh',
  'cancelled',
  'ok',
  'terminal',
  'reportFile',
  'reportApi',
  'objectGoes',
  'deliver',
  'housekeeping',
  // Environment.
  'error',
  'add',
  'remove',
  'update',
  'delete',
  'readd',
  'restart',
] as const;

export type ActionKind = (typeof ACTION_KINDS)[number];

/** One action; `pod` is the pod's place in the model, -1 for what concerns the whole node. */
export interface Action {
  readonly kind: ActionKind;
  readonly pod: number;
}

const FIRST_OF_ENVIRONMENT = ACTION_KINDS.indexOf('error');

/** The kubelet's own, and the return of a call that goes well. */
export const isProgress = ({ kind }: Action): boolean => ACTION_KINDS.indexOf(kind) < FIRST_OF_ENVIRONMENT;

const NO_POD = 15;

/** An action as a small number. */
export const actionCode = ({ kind, pod }: Action): number =>
  ACTION_KINDS.indexOf(kind) * 16 + (pod < 0 ? NO_POD : pod);

/** The number of an action's kind among `ACTION_KINDS`, from its code. */
export const kindOfCode = (code: number): number => code >> 4;

export function actionOf(code: number): Action {
  const pod = code % 16;
  return { kind: ACTION_KINDS[kindOfCode(code)] ?? 'housekeeping', pod: pod === NO_POD ? -1 : pod };
}
