import { isPodCommand, podReason, type Situation } from '../../store/selectors/injectSituation';
import { FAULT_KINDS, FAULT_OPERATIONS, GRPC_CODES } from '../../store/vocabulary';
import type { Command } from '../../transport/protocol';
import { type FieldName, UNTIL_LIFTED } from './commandForm';
import type { Choice } from './Field';

/** What each field is called. Times are seconds of the run. */
export const LABELS: Readonly<Record<FieldName, string>> = {
  pod: 'Pod',
  operation: 'Operation',
  kind: 'Kind',
  code: 'Code',
  nth: 'Nth call',
  times: 'Times',
  probability: 'Probability',
  delay: 'Delay (s)',
  message: 'Message',
  gracePeriod: 'Grace period (s)',
  image: 'Image',
  container: 'Container',
  exitCode: 'Exit code',
  downtime: 'Downtime (s)',
  at: 'At',
};

/** Fields that want a number: a phone shows its number pad. */
export const NUMERIC: ReadonlySet<FieldName> = new Set([
  'nth',
  'probability',
  'delay',
  'gracePeriod',
  'exitCode',
  'downtime',
  'at',
]);

/** What is often meant in a field that takes more. */
export const SUGGESTIONS: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  times: ['1', '2', '3', UNTIL_LIFTED],
};

/** What each kind of fault does to a call. */
export const KIND_HINTS: Readonly<Record<string, string>> = {
  error: 'The call fails at once.',
  timeout: 'The call fails once the request timeout is over.',
  hang: 'The call does not return until the fault is lifted.',
  delay: 'The call returns later.',
  lostReply: 'The runtime does it; the kubelet only sees a timeout.',
  lie: 'The call succeeds, and nothing is done.',
};

const plain = (value: string): Choice => ({ value, label: value });

/** The choices of a field; `null`: it is to be typed. */
export function choicesOf(
  field: FieldName,
  does: Command['do'],
  situation: Situation,
  pod: string,
): readonly Choice[] | null {
  switch (field) {
    case 'pod': {
      const pods = situation.templates.map((template) => ({
        value: template.name,
        label: template.name,
        reason: podReason(does, template, situation),
      }));
      return isPodCommand(does) ? pods : [{ value: '', label: 'any pod' }, ...pods];
    }
    case 'operation': {
      const operations = FAULT_OPERATIONS.map(plain);
      return does === 'liftFault' ? [{ value: '', label: 'any operation' }, ...operations] : operations;
    }
    case 'kind':
      return FAULT_KINDS.map(plain);
    case 'code':
      return GRPC_CODES.map(plain);
    case 'container': {
      const template = situation.templates.find(({ name }) => name === pod);
      const names = [...(template?.initContainers ?? []), ...(template?.containers ?? [])];
      return [{ value: '', label: 'the one that runs' }, ...names.map(({ name }) => plain(name))];
    }
    default:
      return null;
  }
}
