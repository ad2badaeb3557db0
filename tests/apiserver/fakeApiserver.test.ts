import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { fullNameOf, type Pod, podUID } from '../../src/api/pod';
import { FakeApiserver } from '../../src/apiserver/fakeApiserver';
import { simTime } from '../../src/clock/simTime';
import { newPod } from '../helpers/newPod';

const A = podUID('a');
const B = podUID('b');
let server: FakeApiserver;

beforeEach(() => {
  server = new FakeApiserver();
});

const withFinalizer = (over: Partial<Pod> = {}) => newPod({ finalizers: ['lab/keep'], ...over });
const deletionOf = () => server.get(A)?.deletion ?? null;

describe('names', () => {
  it('are taken once: a second object of one name is refused, whatever its uid', () => {
    expect(server.create(newPod())?.pod?.uid).toBe(A);
    expect(server.create(newPod({ uid: B }))).toBeNull();
    expect(server.list().map(({ uid }) => uid)).toEqual([A]);
  });

  it('are unique by namespace', () => {
    server.create(newPod());
    expect(server.create(newPod({ uid: B, namespace: 'other' }))).not.toBeNull();
  });

  it('are free again once the object is gone', () => {
    server.create(newPod());
    server.delete(A, 0, simTime(5));
    expect(server.create(newPod({ uid: B }))?.pod?.uid).toBe(B);
    expect(server.named(fullNameOf(newPod()))?.uid).toBe(B);
  });
});

describe('a deletion', () => {
  it('that is graceful marks the object and leaves it', () => {
    server.create(newPod());
    const change = server.delete(A, 30, simTime(5));
    expect(change?.pod?.deletion).toEqual({ at: 5, gracePeriod: 30 });
    expect(deletionOf()).toEqual({ at: 5, gracePeriod: 30 });
  });

  it('with a grace period of 0 takes the object away', () => {
    server.create(newPod());
    expect(server.delete(A, 0, simTime(5))).toEqual({ uid: A, pod: null });
    expect(server.get(A)).toBeNull();
  });

  it('that is shorter counts, one that is as long or longer does not; the time stays that of the first', () => {
    server.create(newPod());
    server.delete(A, 30, simTime(5));
    expect(server.delete(A, 30, simTime(6))).toBeNull();
    expect(server.delete(A, 60, simTime(6))).toBeNull();
    expect(server.delete(A, 10, simTime(7))?.pod?.deletion).toEqual({ at: 5, gracePeriod: 10 });
  });

  it('of nothing is nothing', () => {
    expect(server.delete(A, 30, simTime(0))).toBeNull();
    expect(server.remove(A, simTime(0))).toBeNull();
  });
});

describe('finalizers', () => {
  it('keep an object that is deleted for good, marked', () => {
    server.create(withFinalizer());
    expect(server.remove(A, simTime(5))?.pod?.deletion).toEqual({ at: 5, gracePeriod: 0 });
    // A second time nothing changes.
    expect(server.remove(A, simTime(6))).toBeNull();
    expect(deletionOf()).toEqual({ at: 5, gracePeriod: 0 });
  });

  it('keep a force-deleted object too', () => {
    server.create(withFinalizer());
    expect(server.delete(A, 0, simTime(5))?.pod?.deletion?.gracePeriod).toBe(0);
  });

  it('let it go when they are taken off', () => {
    server.create(withFinalizer());
    server.remove(A, simTime(5));
    expect(server.removeFinalizers(A)).toEqual({ uid: A, pod: null });
    expect(server.list()).toEqual([]);
  });

  it('taken off before that only leave an object without finalizers', () => {
    server.create(withFinalizer());
    server.delete(A, 30, simTime(5));
    expect(server.removeFinalizers(A)?.pod?.finalizers).toEqual([]);
    expect(server.remove(A, simTime(6))).toEqual({ uid: A, pod: null });
  });

  it('that are not there cannot be taken off', () => {
    server.create(newPod());
    expect(server.removeFinalizers(A)).toBeNull();
    expect(server.removeFinalizers(B)).toBeNull();
  });
});

describe('a status', () => {
  const status = { phase: 'Running', reason: '', containers: [] } as const;

  it('is written into the object', () => {
    server.create(newPod());
    expect(server.patchStatus(A, status)?.pod?.status).toEqual(status);
  });

  it('of an object that is gone is written nowhere', () => {
    expect(server.patchStatus(A, status)).toBeNull();
  });
});

describe('versions', () => {
  it('grow with every change of any object and never come twice', () => {
    const versions = [
      server.create(newPod()),
      server.create(newPod({ uid: B, name: 'other' })),
      server.delete(A, 30, simTime(1)),
      server.patchStatus(B, { phase: 'Running', reason: '', containers: [] }),
    ].map((change) => change?.pod?.version ?? 0);
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  });
});

describe('save and restore', () => {
  it('is the same server: what is done to both is the same', () => {
    const operation = fc.record({
      do: fc.constantFrom('create', 'delete', 'remove', 'finalize', 'patch'),
      uid: fc.constantFrom('a', 'b'),
      name: fc.constantFrom('web', 'api'),
      grace: fc.constantFrom(0, 5, 30),
      kept: fc.boolean(),
    });
    type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;
    const act = (on: FakeApiserver, o: Operation, n: number) => {
      const uid = podUID(o.uid);
      switch (o.do) {
        case 'create':
          return on.create(newPod({ uid, name: o.name, finalizers: o.kept ? ['lab/keep'] : [] }));
        case 'delete':
          return on.delete(uid, o.grace, simTime(n));
        case 'remove':
          return on.remove(uid, simTime(n));
        case 'finalize':
          return on.removeFinalizers(uid);
        default:
          return on.patchStatus(uid, { phase: 'Running', reason: String(n), containers: [] });
      }
    };
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 30 }), fc.nat(30), (all, cut) => {
        const one = new FakeApiserver();
        let other = new FakeApiserver();
        all.forEach((o, n) => {
          if (n === cut) other = FakeApiserver.restore(JSON.parse(JSON.stringify(other.save())));
          expect(act(other, o, n)).toEqual(act(one, o, n));
          // No two objects of one name, and what is gone for good has no finalizers.
          const names = one.list().map(fullNameOf);
          expect(new Set(names).size).toBe(names.length);
          expect(
            one.list().filter((p) => p.deletion?.gracePeriod === 0 && p.finalizers.length === 0),
          ).toEqual([]);
        });
        expect(other.save()).toEqual(one.save());
      }),
    );
  });

  it('remembers that it is down', () => {
    server.up = false;
    expect(FakeApiserver.restore(server.save()).up).toBe(false);
  });
});
