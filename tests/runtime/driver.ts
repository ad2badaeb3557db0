import { type ContainerSpec, podUID, type RuntimePod } from '../../src/api/pod';
import { EventQueue } from '../../src/clock/eventQueue';
import { Random } from '../../src/clock/random';
import { duration, type SimTime, simTime } from '../../src/clock/simTime';
import { DEFAULT_TIMING } from '../../src/clock/timing';
import type { CriReply, CriRequest } from '../../src/runtime/criCalls';
import { FakeRuntime } from '../../src/runtime/fakeRuntime';
import type { FaultSpec } from '../../src/runtime/faults';
import type { RuntimeChange, RuntimeWakeup } from '../../src/runtime/runtimeEvents';

export const SETUP = { timing: DEFAULT_TIMING, nodeName: 'node1' };

export const newRuntimePod = (name = 'web', uid = `uid-${name}`): RuntimePod => ({
  uid: podUID(uid),
  name,
  namespace: 'default',
});

export const newContainerSpec = (over: Partial<ContainerSpec> = {}): ContainerSpec => ({
  name: 'app',
  image: 'app:1',
  stopTakes: duration(200),
  runsFor: null,
  exitCode: 0,
  ...over,
});

export const newFault = (over: Partial<FaultSpec> = {}): FaultSpec => ({
  id: 'f',
  operation: 'StopContainer',
  pod: null,
  kind: 'error',
  code: 'Unknown',
  message: 'boom',
  delay: duration(1000),
  times: null,
  nth: 1,
  probability: 1,
  ...over,
});

/** The owner of a runtime in small: a queue, a log with short ids (s1, c1 …), and the ids behind them. */
export class Driver {
  runtime = new FakeRuntime(SETUP);
  random = Random.fromSeed(1);
  queue = new EventQueue<RuntimeWakeup>();
  now = simTime(0);
  readonly log: string[] = [];
  readonly replies = new Map<number, CriReply>();
  readonly ids = new Map<string, string>();

  /** Begins a call at the present time and logs its fault, if one hits. */
  call(request: CriRequest): number {
    const { callId, wakeups, fault } = this.runtime.begin(request, this.now, this.random);
    if (fault !== null) this.note(`${request.op} hit by ${fault.kind}`);
    this.schedule(wakeups);
    return callId;
  }

  /** Begins a call and runs until it has returned; gives the id that it created, or ''. */
  finish(request: CriRequest): string {
    const callId = this.call(request);
    while (!this.replies.has(callId) && this.step()) {}
    const reply = this.replies.get(callId);
    return reply?.ok && reply.value.kind === 'created' ? reply.value.id : '';
  }

  /** A pod with one running container, set up at once; the log is emptied and the clock set to `now`. */
  startPod(pod = newRuntimePod(), spec = newContainerSpec()): { sandbox: string; container: string } {
    this.finish({ op: 'PullImage', pod, image: spec.image });
    const sandbox = this.finish({ op: 'RunPodSandbox', pod });
    const container = this.finish({ op: 'CreateContainer', pod, sandbox, spec });
    this.finish({ op: 'StartContainer', pod, container });
    this.log.length = 0;
    return { sandbox, container };
  }

  until(t: number): this {
    while ((this.queue.peek()?.at ?? Number.POSITIVE_INFINITY) <= t) this.step();
    this.now = simTime(t);
    return this;
  }

  /** Handles the next wake-up; false: there is none. */
  step(): boolean {
    const entry = this.queue.pop();
    if (entry === null) return false;
    this.now = entry.at;
    const { event } = entry;
    if (event.type === 'processExits') {
      this.take(this.runtime.processExits(event.container, event.generation, this.now));
      return true;
    }
    const op = this.runtime.calls().find(({ callId }) => callId === event.callId)?.request.op;
    const returned = this.runtime.callReturns(event.callId, this.now);
    if (returned === null) return true;
    this.take(returned);
    if (returned.reply === null) {
      this.note(`${op} done, reply lost`);
      return true;
    }
    if (this.replies.has(event.callId)) throw new Error(`call ${event.callId} returned twice`);
    this.replies.set(event.callId, returned.reply);
    this.note(`${op} ${returned.reply.ok ? 'ok' : returned.reply.code}`);
    return true;
  }

  take({ changes, wakeups }: { changes: readonly RuntimeChange[]; wakeups: readonly RuntimeWakeup[] }): void {
    for (const change of changes) {
      const code = change.type === 'containerExited' ? ` ${change.exitCode}` : '';
      this.note(`${change.type} ${this.short(change)}${code}`);
    }
    this.schedule(wakeups);
  }

  schedule(wakeups: readonly RuntimeWakeup[]): void {
    for (const wakeup of wakeups) {
      if (wakeup.at < this.now) throw new Error(`a wake-up in the past: ${JSON.stringify(wakeup)}`);
      this.queue.push(wakeup.at, wakeup);
    }
  }

  /** Stops everything, writes it to JSON and goes on from what was read back. */
  reload(): void {
    const text = JSON.stringify([this.runtime.save(), this.random.save(), this.queue.save()]);
    const [runtime, random, queue] = JSON.parse(text);
    this.runtime = FakeRuntime.restore(runtime, SETUP);
    this.random = Random.restore(random);
    this.queue = EventQueue.restore(queue);
  }

  private note(text: string): void {
    this.log.push(`@${this.now} ${text}`);
  }

  private short({ type, id }: RuntimeChange): string {
    if (type === 'imagePulled') return id;
    const letter = type.startsWith('sandbox') ? 's' : 'c';
    const known = this.ids.get(id);
    if (known !== undefined) return known;
    const count = [...this.ids.values()].filter((name) => name.startsWith(letter)).length;
    this.ids.set(id, `${letter}${count + 1}`);
    return `${letter}${count + 1}`;
  }
}

export const at = (t: number): SimTime => simTime(t);
