import type { ReleaseName } from '../kubelet/releases';
import type { WorkType } from '../machine/podUpdate';
import { goQuote, oneLine, unquoted } from './goQuote';

/** A pod as log lines name it. */
export interface PodName {
  readonly name: string;
  readonly namespace: string;
}

/** One field of a Go struct. */
export type StructField = readonly [name: string, value: string | number];

/** How the kubelet of a release words its log, and how its klog writes values. */
export interface Dialect {
  /** What `kubelet --version` says. */
  readonly version: string;
  /** Has the messages of kubernetes#113145, and tells the type of an update. */
  readonly since127: boolean;
  /** Has the klog (2.100) that writes structs as JSON and quotes every text. */
  readonly since131: boolean;
  /** A nil pointer. */
  readonly nil: string;
  /** A list of pods (`KObjSlice`). */
  pods(pods: readonly PodName[]): string;
  /** A text of a type of its own, such as a uid or a phase. */
  typed(text: string): string;
  /** A struct; `pointer` tells whether by reference. */
  struct(fields: readonly StructField[], pointer?: boolean): string;
  /** A list of structs. */
  structs(list: readonly (readonly StructField[])[]): string;
  /** The phase that a worker's turn is for. */
  work(work: WorkType): string;
}

/** `namespace/name`, or the name alone where no namespace is known (`KObj`). */
export const objectRef = ({ name, namespace }: PodName): string =>
  namespace === '' ? name : `${namespace}/${name}`;

/** A value with blanks in it; quoted only if it would break the line or look like a quoted one. */
const bare = (text: string): string => (text.includes('"') || oneLine(text) !== text ? goQuote(text) : text);

const goStruct = (fields: readonly StructField[]): string =>
  `{${fields.map(([name, value]) => `${name}:${value}`).join(' ')}}`;

/** JSON in one line: what JSON leaves alone and a reader may take for the end of a line is escaped as well. */
const json = (fields: readonly StructField[]): string =>
  JSON.stringify(Object.fromEntries(fields)).replace(
    /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}${lowHalf(char)}`,
  );

const lowHalf = (char: string): string =>
  char.length === 1 ? '' : `\\u${char.charCodeAt(1).toString(16).padStart(4, '0')}`;

const WORK_NUMBERS: Readonly<Record<WorkType, string>> = { sync: '0', terminating: '1', terminated: '2' };

const V1_26: Dialect = {
  version: 'v1.26.1',
  since127: false,
  since131: false,
  nil: '<nil>',
  pods: (pods) => goQuote(`[${pods.map(objectRef).join(' ')}]`),
  typed: unquoted,
  struct: (fields, pointer = false) => bare(`${pointer ? '&' : ''}${goStruct(fields)}`),
  structs: (list) => bare(`[${list.map(goStruct).join(' ')}]`),
  work: (work) => WORK_NUMBERS[work],
};

const V1_27: Dialect = {
  ...V1_26,
  version: 'v1.27.0',
  since127: true,
  pods: (pods) => bare(`[${pods.map(objectRef).join(' ')}]`),
  work: goQuote,
};

const DIALECTS: { readonly [Name in ReleaseName]: Dialect } = {
  'v1.26': V1_26,
  'v1.27': V1_27,
  'v1.31': {
    ...V1_27,
    version: 'v1.31.0',
    since131: true,
    nil: 'null',
    pods: (pods) => `[${pods.map((pod) => goQuote(objectRef(pod))).join(',')}]`,
    typed: goQuote,
    struct: json,
    structs: (list) => `[${list.map(json).join(',')}]`,
  },
};

/** The dialect of a release. */
export const dialectOf = (release: ReleaseName): Dialect => DIALECTS[release];
