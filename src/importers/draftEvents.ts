import type { DraftEvent } from './draftEvent';
import { bareId, podOfRef, podsOfList } from './goValues';
import type { LogEventKind, WorkPhase } from './logEvent';
import { MESSAGES, type MessageMeaning, phaseOfError, workPhase } from './logMessages';
import type { LogRecord } from './logRecord';
import { troubleOf, uidInText } from './troubleText';
import { unstructuredDrafts } from './unstructuredMessages';

const NOBODY = { uid: null, pod: null } as const;

/** The events of a record; none if it says nothing that matters here. */
export function draftEvents(record: LogRecord): readonly DraftEvent[] {
  const { message } = record;
  if (message === null) return unstructuredDrafts(record.free, record.severity);
  const meaning = MESSAGES.get(message);
  if (meaning !== undefined) return structured(record, meaning);
  if (message.startsWith('UnmountVolume.TearDown succeeded')) {
    return [{ kind: 'volumeUnmounted', level: 0, pod: null, uid: uidInText(message) }];
  }
  const error = record.fields.get('err') ?? '';
  if (message === 'Unhandled Error') return unstructuredDrafts(error, record.severity);
  if (record.severity === 'I') return [];
  return troubleOf(`${message} ${error}`, error === '' ? message : error);
}

const MIRROR: ReadonlySet<LogEventKind> = new Set(['mirrorDeleted', 'mirrorDeleteFailed']);

const structured = (record: LogRecord, meaning: MessageMeaning): readonly DraftEvent[] => {
  const { fields } = record;
  const base = baseOf(record, meaning);
  const list = fields.get('pods');
  switch (meaning.kind) {
    case 'configAdd':
    case 'configUpdate':
    case 'configDelete':
    case 'configRemove':
    case 'configReconcile': {
      const pods = list === undefined ? [] : podsOfList(list);
      return pods.length === 0
        ? [{ ...base, ...NOBODY, amount: 0 }]
        : pods.map((pod) => ({ ...base, pod, uid: null }));
    }
    case 'evictionWaits':
    case 'evictionWaitTimedOut': {
      const pods = list === undefined ? [] : podsOfList(list);
      return pods.length === 0 ? [base] : pods.map((pod) => ({ ...base, pod, uid: null }));
    }
    default:
      return [base];
  }
};

function baseOf(record: LogRecord, meaning: MessageMeaning): DraftEvent {
  const { fields } = record;
  const { kind, level } = meaning;
  const event = plegEvent(fields.get('event'));
  const pod = fields.get('pod') ?? fields.get('mirrorPod') ?? fullName(fields.get('podName'));
  const error = fields.get('err') ?? fields.get('apiStatus');
  const id = event?.id ?? fields.get('containerID') ?? fields.get('podSandboxID') ?? fields.get('sandboxID');
  const phase = meaning.phase ?? phaseOf(kind, fields, error);
  const uid = fields.get('podUID') ?? fields.get('podID') ?? event?.uid ?? uidOfError(kind, error);
  const reason = reasonOf(meaning, fields);
  const operation = meaning.operation ?? event?.type ?? fields.get('resourceName');
  const source = fields.get('source');
  const amount = amountOf(kind, fields);
  const otherUID = fields.get('oldPodUID');
  return {
    kind,
    level,
    // What is said of a mirror pod names the static pod with the uid of the mirror, which has no worker.
    uid: uid === undefined || uid === '' || MIRROR.has(kind) ? null : uid,
    pod: pod === undefined || pod === '' ? null : podOfRef(pod),
    phase,
    source,
    reason,
    error,
    id: id === undefined ? undefined : bareId(id),
    operation,
    amount,
    otherUID,
  };
}

function phaseOf(
  kind: LogEventKind,
  fields: ReadonlyMap<string, string>,
  error: string | undefined,
): WorkPhase | undefined {
  switch (kind) {
    case 'attemptStart':
    case 'attemptDone':
      return workPhase(fields.get('updateType'));
    case 'notified':
    case 'cancelling':
      return workPhase(fields.get('workType'));
    case 'syncError':
      return error === undefined ? undefined : phaseOfError(error);
    default:
      return undefined;
  }
}

function reasonOf(meaning: MessageMeaning, fields: ReadonlyMap<string, string>): string | undefined {
  switch (meaning.kind) {
    case 'firstSync':
      return fields.get('updateType') ?? 'create';
    case 'finishedNoUpdates':
    case 'restartRequested':
      return fields.get('updateType');
    case 'kubeletVersion':
      return fields.get('kubeletVersion');
    case 'admissionDenied':
      return fields.get('reason') ?? fields.get('err');
    case 'statusPatched':
      return /"phase":"(\w+)"/.exec(fields.get('patch') ?? '')?.[1];
    case 'orphanFolder':
      return 'volumes are not cleaned up';
    default:
      return meaning.reason;
  }
}

function amountOf(kind: LogEventKind, fields: ReadonlyMap<string, string>): number | undefined {
  const text =
    kind === 'containerFinished'
      ? fields.get('exitCode')
      : kind === 'orphanFolder'
        ? fields.get('numErrs')
        : fields.get('gracePeriod');
  if (text === undefined || !/^-?\d+$/.test(text)) return undefined;
  return Number(text);
}

/** `&{ID:u Type:ContainerDied Data:c}` and `{"ID":"u","Type":"ContainerDied","Data":"c"}`. */
function plegEvent(value: string | undefined): { uid: string; type: string; id: string } | null {
  if (value === undefined) return null;
  const part = (pattern: RegExp) => pattern.exec(value)?.[1] ?? '';
  const uid = part(EVENT_ID);
  return uid === '' ? null : { uid, type: part(EVENT_TYPE), id: part(EVENT_DATA) };
}

const EVENT_ID = /\bID"?:\s*"?([^"\s,}]*)/;
const EVENT_TYPE = /\bType"?:\s*"?([^"\s,}]*)/;
const EVENT_DATA = /\bData"?:\s*"?([^"\s,}]*)/;

/** The full name of a mirror pod, `name_namespace`, as a reference. */
function fullName(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const cut = value.indexOf('_');
  return cut < 0 ? value : `${value.slice(cut + 1)}/${value.slice(0, cut)}`;
}

/** The uid that the error of an orphan folder or of a failed kill names. */
function uidOfError(kind: LogEventKind, error: string | undefined): string | undefined {
  if (error === undefined) return undefined;
  if (kind === 'orphanFolder') return /[Oo]rphaned pod \\?"([^"\\]+)\\?"/.exec(error)?.[1];
  return uidInText(error) ?? undefined;
}
