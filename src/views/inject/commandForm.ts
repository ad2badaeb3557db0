import {
  type FaultKind,
  type FaultOperation,
  faultMessage,
  type PaletteEntry,
} from '../../store/selectors/injectPalette';
import {
  isPodCommand,
  type PodTemplate,
  podReason,
  type Situation,
  templateOf,
} from '../../store/selectors/injectSituation';
import type { Command } from '../../transport/protocol';

type Duration = Extract<Command, { do: 'restartKubelet' }>['downtime'];
type FaultCode = Extract<Command, { do: 'injectFault' }>['code'];

/** The fields of the forms. Each form has some. */
export type FieldName =
  | 'pod'
  | 'operation'
  | 'kind'
  | 'code'
  | 'nth'
  | 'times'
  | 'probability'
  | 'delay'
  | 'message'
  | 'gracePeriod'
  | 'image'
  | 'container'
  | 'exitCode'
  | 'downtime'
  | 'at';

/** What stands in the fields, as text. An empty choice means any. */
export type FieldValues = Readonly<Record<FieldName, string>>;

export type FieldMistakes = Readonly<Partial<Record<FieldName, string>>>;

/** What "until lifted" is called in the field "Times". */
export const UNTIL_LIFTED = 'until lifted';

/** How many ms beyond what there is a command may be given: the engine has to go there first. */
export const FURTHEST_AHEAD = 3_600_000;

/** As long as a scenario's file may have it. */
const LONGEST_MESSAGE = 1000;

const FAULT_FIELDS = [
  'pod',
  'operation',
  'kind',
  'code',
  'nth',
  'times',
  'probability',
  'delay',
  'message',
] as const;

/** The fields of a command's form, in order. */
export function fieldsOf(does: Command['do']): readonly FieldName[] {
  switch (does) {
    case 'injectFault':
      return [...FAULT_FIELDS, 'at'];
    case 'liftFault':
      return ['pod', 'operation', 'at'];
    case 'deletePod':
    case 'evictPod':
      return ['pod', 'gracePeriod', 'at'];
    case 'editStaticPod':
      return ['pod', 'image', 'at'];
    case 'exitContainer':
      return ['pod', 'container', 'exitCode', 'at'];
    case 'restartKubelet':
      return ['downtime', 'at'];
    default:
      return isPodCommand(does) ? ['pod', 'at'] : ['at'];
  }
}

/** The image with a tag one higher than the last: `web:1` → `web:2`. */
function nextImage(image: string): string {
  const [, name, tag] = /^(.*):(\d{1,9})$/.exec(image) ?? [];
  return name === undefined
    ? `${image}${/[:@][^/]*$/.test(image) ? '-2' : ':2'}`
    : `${name}:${Number(tag) + 1}`;
}

/** The image that an edit of that template proposes. */
export const proposedImage = (template: PodTemplate | null, situation: Situation): string =>
  template === null
    ? ''
    : nextImage(situation.images.get(template.name) ?? template.containers[0]?.image ?? 'app:1');

/** What a form begins with; `selected`: the template of the selected pod. `at` is empty: the playhead. */
export function initialValues(
  { does, fault }: PaletteEntry,
  situation: Situation,
  selected: PodTemplate | null,
): FieldValues {
  const can = (template: PodTemplate): boolean => podReason(does, template, situation) === null;
  const pod = isPodCommand(does)
    ? selected !== null && can(selected)
      ? selected
      : (situation.templates.find(can) ?? null)
    : does === 'injectFault'
      ? selected
      : null;
  return {
    pod: pod?.name ?? '',
    operation: fault?.operation ?? '',
    kind: fault?.kind ?? 'error',
    code: 'Unknown',
    nth: '1',
    times: fault?.kind === 'hang' ? UNTIL_LIFTED : '1',
    probability: '1',
    delay: '10',
    message: fault === null ? '' : faultMessage(fault.operation),
    gracePeriod: '',
    image: proposedImage(pod, situation),
    container: '',
    exitCode: '0',
    downtime: '1',
    at: '',
  };
}

/** What a form begins with that changes a command. */
export function valuesOf(command: Command, at: number | null): FieldValues {
  const given = new Map<string, unknown>(Object.entries(command));
  const text = (field: FieldName, none: string): string => String(given.get(field) ?? none);
  const seconds = (field: 'delay' | 'downtime', none: string): string => {
    const ms = Number(given.get(field) ?? 0);
    return ms > 0 ? String(ms / 1000) : none;
  };
  return {
    pod: text('pod', ''),
    operation: text('operation', ''),
    kind: text('kind', 'error'),
    code: text('code', 'Unknown'),
    nth: text('nth', '1'),
    times: text('times', UNTIL_LIFTED),
    probability: text('probability', '1'),
    delay: seconds('delay', '10'),
    message: text('message', ''),
    gracePeriod: text('gracePeriod', ''),
    image: text('image', ''),
    container: text('container', ''),
    exitCode: text('exitCode', '0'),
    downtime: seconds('downtime', '0'),
    at: at === null ? '' : String(at / 1000),
  };
}

/** The template of the selected pod; `null`: none is selected or it is of no template. */
export function selectedTemplate(situation: Situation, uid: string | null): PodTemplate | null {
  const pod = situation.moment.pods.find((candidate) => candidate.uid === uid);
  return pod === undefined ? null : templateOf(situation, pod);
}

/** What a form asks for, or what is wrong with it. `latest`: ms; nothing may be given later. */
export function readForm(
  does: Command['do'],
  values: FieldValues,
  playhead: number,
  latest: number,
):
  | { readonly ok: true; readonly command: Command; readonly at: number }
  | { readonly ok: false; readonly mistakes: FieldMistakes } {
  const mistakes: Partial<Record<FieldName, string>> = {};
  const number = (field: FieldName, fits: (n: number) => boolean, says: string): number => {
    const text = values[field].trim();
    const value = text === '' ? Number.NaN : Number(text);
    if (!Number.isFinite(value) || !fits(value)) mistakes[field] = says;
    return value;
  };
  const whole = (field: FieldName, from: number, to: number): number =>
    number(
      field,
      (n) => Number.isInteger(n) && n >= from && n <= to,
      to === Number.MAX_SAFE_INTEGER
        ? `must be a whole number, ${from} or more`
        : `must be a whole number from ${from} to ${to}`,
    );
  const ms = (field: FieldName, limit: number): Duration => {
    const says = `must be seconds, from 0 to ${limit / 1000}`;
    return Math.round(number(field, (n) => n >= 0 && n * 1000 <= limit, says) * 1000) as Duration;
  };
  const { pod } = values;
  const command = ((): Command => {
    switch (does) {
      case 'injectFault': {
        const lifted = values.times.trim().toLowerCase() === UNTIL_LIFTED;
        const operation = values.operation as FaultOperation;
        const kind = values.kind as FaultKind;
        if (values.message.length > LONGEST_MESSAGE)
          mistakes.message = `must be at most ${LONGEST_MESSAGE} characters`;
        return {
          do: does,
          name: null,
          operation,
          pod: pod === '' ? null : pod,
          kind,
          code: values.code as FaultCode,
          message: values.message.trim() === '' ? faultMessage(operation) : values.message,
          delay: kind === 'delay' ? ms('delay', FURTHEST_AHEAD) : (0 as Duration),
          times: lifted ? null : whole('times', 1, Number.MAX_SAFE_INTEGER),
          nth: whole('nth', 1, Number.MAX_SAFE_INTEGER),
          probability: number('probability', (n) => n > 0 && n <= 1, 'must be more than 0 and at most 1'),
        };
      }
      case 'liftFault': {
        const operation = values.operation === '' ? null : (values.operation as FaultOperation);
        return { do: does, name: null, operation, pod: pod === '' ? null : pod };
      }
      case 'deletePod':
      case 'evictPod':
        return {
          do: does,
          pod,
          gracePeriod: values.gracePeriod.trim() === '' ? null : whole('gracePeriod', 0, 86_400),
        };
      case 'editStaticPod':
        if (!/^[^\s{}]{1,253}$/.test(values.image.trim())) mistakes.image = 'must be an image, such as web:2';
        return { do: does, pod, image: values.image.trim() };
      case 'exitContainer': {
        const container = values.container === '' ? null : values.container;
        return { do: does, pod, container, exitCode: whole('exitCode', 0, 255) };
      }
      case 'restartKubelet':
        return { do: does, downtime: ms('downtime', FURTHEST_AHEAD) };
      case 'stopRuntime':
      case 'startRuntime':
      case 'networkDown':
      case 'networkUp':
      case 'apiServerDown':
      case 'apiServerUp':
        return { do: does };
      default:
        return { do: does, pod };
    }
  })();
  if (isPodCommand(does) && pod === '') mistakes.pod = 'choose a pod';
  if (mistakes.times !== undefined)
    mistakes.times = `must be a whole number, 1 or more, or “${UNTIL_LIFTED}”`;
  const at = values.at.trim() === '' ? Math.round(playhead) : (ms('at', latest) as number);
  return Object.keys(mistakes).length === 0 ? { ok: true, command, at } : { ok: false, mistakes };
}
