import { fail } from './goldenError';

/** A pod as the scripts write it; absent fields have the defaults of the format. */
export interface GoldenPod {
  readonly uid: string;
  readonly name: string;
  readonly ns?: string;
  readonly static?: boolean;
  readonly mirror?: boolean;
  readonly phase?: string;
  readonly grace?: number;
  readonly deleted?: boolean;
  readonly deletionGrace?: number;
  readonly v: number;
}

export type GoldenResult = 'ok' | 'error' | 'networkNotReady' | 'terminal' | 'ctx';

/** One step of a script. */
export type GoldenStep =
  | { readonly op: 'add'; readonly pod: GoldenPod; readonly admit?: boolean }
  | { readonly op: 'update' | 'reconcile'; readonly pod: GoldenPod }
  | { readonly op: 'remove'; readonly uid: string; readonly sourcesReady?: boolean }
  | { readonly op: 'sync'; readonly uids: readonly string[] }
  | { readonly op: 'retry'; readonly uids?: readonly string[] }
  | { readonly op: 'evict' | 'kill'; readonly uid: string; readonly grace?: number }
  | { readonly op: 'killRuntime'; readonly uid: string; readonly name: string }
  | { readonly op: 'runtime'; readonly pods?: readonly { uid: string; name: string; ns?: string }[] }
  | { readonly op: 'phase'; readonly uid: string; readonly phase?: string }
  | { readonly op: 'housekeeping' | 'restart' }
  | { readonly op: 'complete'; readonly uid: string; readonly result: GoldenResult };

/** A snapshot as recorded; compared field by field, whatever fields it has. */
export type GoldenSnapshot = Readonly<Record<string, unknown>>;

/** A script and what implementations of the pod worker did with it (conformance format). */
export interface GoldenTrace {
  readonly name: string;
  readonly auto?: 'ok';
  readonly autoUID?: Readonly<Record<string, 'ok' | 'error' | 'block'>>;
  readonly honourCancel?: boolean;
  readonly steps: readonly GoldenStep[];
  readonly before?: readonly GoldenSnapshot[];
  readonly after?: readonly GoldenSnapshot[];
  readonly after127?: readonly GoldenSnapshot[];
}

const OPS: ReadonlySet<string> = new Set([
  'add',
  'update',
  'reconcile',
  'remove',
  'sync',
  'retry',
  'evict',
  'kill',
  'killRuntime',
  'runtime',
  'phase',
  'housekeeping',
  'restart',
  'complete',
]);

/** Reads a file of traces: one trace or a list of them. Throws `GoldenError` with the place for anything else. */
export function parseGoldenFile(text: string): readonly GoldenTrace[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return fail('', error instanceof Error ? error.message : 'no JSON');
  }
  const traces: readonly unknown[] = Array.isArray(json) ? json : [json];
  traces.forEach((trace, i) => {
    checkTrace(trace, Array.isArray(json) ? `[${i}]` : '');
  });
  return traces as readonly GoldenTrace[];
}

function checkTrace(trace: unknown, place: string): void {
  if (trace === null || typeof trace !== 'object') fail(place, 'a trace is an object');
  const { name, steps, ...rest } = trace as Record<string, unknown>;
  if (typeof name !== 'string') fail(`${place}.name`, 'a trace has a name');
  if (!Array.isArray(steps)) return fail(`${place}.steps`, 'a trace has a list of steps');
  steps.forEach((step: unknown, i) => {
    const op = (step as { op?: unknown } | null)?.op;
    if (typeof op !== 'string' || !OPS.has(op))
      fail(`${place}.steps[${i}].op`, `unknown step ${JSON.stringify(op)}`);
  });
  const versions = ['before', 'after', 'after127'].filter((version) => rest[version] !== undefined);
  if (versions.length === 0) fail(place, 'a trace has snapshots: before, after or after127');
  for (const version of versions) {
    const snapshots = rest[version];
    if (!Array.isArray(snapshots) || snapshots.length !== steps.length) {
      fail(`${place}.${version}`, `expected ${steps.length} snapshots, one a step`);
    }
  }
}
