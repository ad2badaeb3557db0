import type { Pod } from '../api/pod';
import { assert, present } from '../base/assert';
import type { PodContext } from '../machine/podContext';
import type { ActiveUpdate, PendingUpdate, PodUpdate } from '../machine/podUpdate';
import type { PodSnapshot } from '../machine/step';

/** Numbers are 16 bits: they are the characters of a state. */
const MOST = 0xffff;

/**
 * Every record that has come up, once, under a number. The number says nothing about which pod it is: equal records of two pods have one
 * number. What only time and the trace tell apart (start times, the last sync) counts as equal, since nothing depends on it here.
 */
export class InternedRecords {
  private readonly ids = new Map<string, number>();
  private readonly byContext = new WeakMap<PodContext, Map<PodSnapshot['value'], number>>();
  private readonly records: (PodSnapshot | undefined)[][];
  private readonly values = new Map<PodSnapshot['value'], number>();
  private readonly lines: (readonly number[])[] = [[]];
  private readonly lineIds = new Map<string, number>([['', 0]]);

  constructor(pods: number) {
    this.records = Array.from({ length: pods }, () => []);
  }

  /** The number of a pod's record; 0: none. */
  idOf(pod: number, record: PodSnapshot | null): number {
    if (record === null) return 0;
    const { value, context } = record;
    const seen = this.byContext.get(context);
    const known = seen?.get(value);
    if (known !== undefined) return known;
    const key = `${this.valueId(value)};${contextKey(context)}`;
    const id = this.ids.get(key) ?? this.ids.size + 1;
    assert(id <= MOST, 'the records of a model fit into 16 bits');
    this.ids.set(key, id);
    const here = present(this.records[pod] ?? null, 'a pod of the model');
    here[id] ??= record;
    if (seen === undefined) this.byContext.set(context, new Map([[value, id]]));
    else seen.set(value, id);
    return id;
  }

  recordOf(pod: number, id: number): PodSnapshot | null {
    return id === 0 ? null : present(this.records[pod]?.[id] ?? null, 'a state names records that were seen');
  }

  /** The number of a pod's positions in the line for its name. */
  lineOf(positions: readonly number[]): number {
    const key = positions.join();
    const known = this.lineIds.get(key);
    if (known !== undefined) return known;
    this.lineIds.set(key, this.lines.length);
    return this.lines.push(positions) - 1;
  }

  positions(line: number): readonly number[] {
    return this.lines[line] ?? [];
  }

  private valueId(value: PodSnapshot['value']): number {
    const id = this.values.get(value) ?? this.values.size;
    this.values.set(value, id);
    return id;
  }
}

function contextKey(c: PodContext): string {
  const flags =
    (c.startedBeforeStop ? 1 : 0) |
    (c.deleted ? 2 : 0) |
    (c.evicted ? 4 : 0) |
    (c.restartRequested ? 8 : 0) |
    (c.observedRuntime ? 16 : 0) |
    (c.cancelled ? 32 : 0);
  const updates = [c.pending, c.undelivered, c.taken, c.active].map(updateKey).join('|');
  return `${flags},${c.gracePeriod},${c.completions.join()},${c.statusFns.join()};${updates}`;
}

function updateKey(update: PendingUpdate | PodUpdate | ActiveUpdate | null): string {
  if (update === null) return '';
  const { pod, runtimePod, mirrorPod, kill } = update;
  const type = 'type' in update ? update.type : '';
  const work = 'work' in update ? (update.work ?? '') : '';
  const options = kill === null ? '' : `${kill.evict},${kill.gracePeriodOverride},${kill.request}`;
  const runtime = runtimePod === null ? '' : 'r';
  return `${type},${work},${podKey(pod)},${runtime},${podKey(mirrorPod)},${options}`;
}

const podKeys = new WeakMap<Pod, string>();

function podKey(pod: Pod | null): string {
  if (pod === null) return '';
  const known = podKeys.get(pod);
  if (known !== undefined) return known;
  const { source, version, terminationGracePeriod, deletion, status } = pod;
  const key = `${source}${version}/${terminationGracePeriod}/${deletion?.gracePeriod}/${status.phase}`;
  podKeys.set(pod, key);
  return key;
}
