import fc from 'fast-check';
import { expect, it } from 'vitest';
import { duration } from '../../src/clock/simTime';
import { CRI_OPERATIONS, type CriRequest } from '../../src/runtime/criCalls';
import { FAULT_KINDS } from '../../src/runtime/faults';
import { Driver, newContainerSpec, newFault, newRuntimePod } from './driver';

const pods = [newRuntimePod('web'), newRuntimePod('db')];
const ANY = { id: null, operation: null, pod: null };
const pick = fc.nat({ max: 11 });
const operation = fc.constantFrom(...CRI_OPERATIONS);

const action = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('call' as const), op: operation, pick }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('step' as const), pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      op: operation,
      kind: fc.constantFrom(...FAULT_KINDS),
      probability: fc.constantFrom(0.5, 1),
      pick,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('lift', 'abort', 'exit', 'stop', 'start'), pick }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

function request(d: Driver, op: string, n: number): CriRequest {
  const sandboxes = d.runtime.sandboxes();
  const containers = d.runtime.containers();
  const runsFor = n % 3 === 0 ? duration(n * 100) : null;
  return {
    op,
    pod: pods[n % 2],
    sandbox: sandboxes[n % (sandboxes.length + 1)]?.id ?? 'none',
    container: containers[n % (containers.length + 1)]?.id ?? 'none',
    image: 'app:1',
    spec: newContainerSpec({ runsFor, stopTakes: duration(n * 150) }),
    gracePeriod: n % 4,
  } as unknown as CriRequest;
}

function act(d: Driver, a: Action): void {
  switch (a.do) {
    case 'call':
      d.call(request(d, a.op, a.pick));
      break;
    case 'step':
      for (let i = 0; i < a.pick; i++) d.step();
      break;
    case 'wait':
      d.until(d.now + a.pick * 100);
      break;
    case 'fault':
      d.runtime.faults.arm(
        newFault({
          operation: a.op,
          kind: a.kind,
          probability: a.probability,
          times: 1 + (a.pick % 2),
          pod: a.pick % 3 === 0 ? 'web' : null,
        }),
      );
      break;
    case 'lift':
      d.schedule(d.runtime.liftFaults(ANY, d.now).wakeups);
      break;
    case 'abort':
      d.schedule(d.runtime.abort(d.runtime.calls()[a.pick]?.callId ?? -1));
      break;
    case 'exit':
      d.take(d.runtime.exitContainer(d.runtime.containers()[a.pick]?.id ?? '', a.pick, d.now));
      break;
    case 'stop':
      d.schedule(d.runtime.stop(d.now));
      break;
    case 'start':
      d.runtime.start();
      break;
  }
}

/** A driver with an image and a sandbox, so that short runs get somewhere. */
function newRun(): Driver {
  const d = new Driver();
  d.startPod(pods[0]);
  return d;
}

const finalState = (d: Driver): unknown => [d.log, d.now, d.runtime.save(), d.random.save(), d.queue.save()];

it('never runs an exited container again, and returns a call at most once', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const d = newRun();
      const exited = new Map<string, number | null>();
      for (const a of actions) {
        act(d, a);
        for (const { id, state, exitCode } of d.runtime.containers()) {
          if (exited.has(id)) expect([state, exitCode]).toEqual(['exited', exited.get(id)]);
          if (state === 'exited') exited.set(id, exitCode);
        }
      }
    }),
    { seed: 1, numRuns: 300 },
  );
});

it('leaves no call without an end once the faults are lifted', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const d = newRun();
      for (const a of actions) act(d, a);
      d.schedule(d.runtime.liftFaults(ANY, d.now).wakeups);
      while (d.step()) {}
      expect(d.runtime.calls()).toEqual([]);
      expect(d.runtime.faults.armed()).toEqual([]);
    }),
    { seed: 2, numRuns: 300 },
  );
});

it('goes on after save and restore, at any point, as if it had never stopped', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), fc.nat({ max: 60 }), (actions, cut) => {
      const straight = newRun();
      const stopped = newRun();
      for (const [i, a] of actions.entries()) {
        act(straight, a);
        if (i === cut) stopped.reload();
        act(stopped, a);
      }
      for (const d of [straight, stopped]) d.until(d.now + 500_000);
      expect(finalState(stopped)).toEqual(finalState(straight));
    }),
    { seed: 3, numRuns: 300 },
  );
});
