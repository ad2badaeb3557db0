import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { podUID } from '../../src/api/pod';
import { TraceBuilder, withoutTime } from './traceBuilder';

/** Part of a sample log (evidence/samples 01 and 02), from the REMOVE on. */
const sample = (name: string): string[] =>
  readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map(withoutTime);

const DEADLINE = { code: 'DeadlineExceeded', message: 'context deadline exceeded' } as const;
const NOTHING_CAME = 'rpc error: code = DeadlineExceeded desc = context deadline exceeded';

/** A force-deleted pod whose container and sandbox do not stop in time: REMOVE, one turn, its error. */
class ForceDeletion extends TraceBuilder {
  constructor(
    uid: string,
    private readonly container: string,
    private readonly sandbox: string,
  ) {
    super(podUID(uid));
    const { container: id, sandbox: box } = this;
    this.at(1000)
      .pod('runtimeChanged', { change: { type: 'sandboxReady', uid: this.uid, id: box } })
      .pod('runtimeChanged', { change: { type: 'containerStarted', uid: this.uid, id, name: 'cart' } });
  }

  remove(): this {
    return this.pod('configReceived', { source: 'api', op: 'REMOVE', mirror: false })
      .pod('updateReceived', {
        type: 'kill',
        runtimeOnly: false,
        firstSight: false,
        work: 'terminating',
        outcome: 'wakesWorker',
        ignored: null,
        cause: 'removed',
        gracePeriod: 30,
      })
      .pod('phaseEntered', { from: 'syncing', to: 'terminating' });
  }

  beginStop(): this {
    const stop = { op: 'StopContainer', id: this.container, name: 'cart', gracePeriod: 30 } as const;
    return this.pod('turnTaken', { work: 'terminating' })
      .pod('callStarted', { fn: 'syncTerminatingPod', gracePeriod: 30, podVersion: 1 })
      .pod('criStarted', stop);
  }

  private returns(op: 'StopContainer' | 'StopPodSandbox', error: typeof DEADLINE | null): this {
    const [id, name] = op === 'StopContainer' ? [this.container, 'cart'] : [this.sandbox, ''];
    return this.pod('criReturned', { op, id, name, error, took: 120_000 });
  }

  failStop(nextIsPending: boolean): this {
    const error =
      `[failed to "KillContainer" for "cart" with KillContainerError: "${NOTHING_CAME}", failed to ` +
      `"KillPodSandbox" for "${this.uid}" with KillPodSandboxError: "${NOTHING_CAME}"]`;
    return this.returns('StopContainer', DEADLINE)
      .pod('criStarted', { op: 'StopPodSandbox', id: this.sandbox, name: '', gracePeriod: null })
      .returns('StopPodSandbox', DEADLINE)
      .pod('callReturned', { fn: 'syncTerminatingPod', result: 'error', error, took: 270_000 })
      .pod('turnEnded', { work: 'terminating', result: 'error', nextIsPending })
      .pod('retryQueued', { class: 'backoff', dueAt: 300_000 });
  }

  endStop(): this {
    const exited = { uid: this.uid, id: this.container, name: 'cart', exitCode: 143 };
    return this.pod('runtimeChanged', { change: { type: 'containerExited', ...exited } })
      .returns('StopContainer', null)
      .returns('StopPodSandbox', null)
      .pod('callReturned', { fn: 'syncTerminatingPod', result: 'ok', error: null, took: 7000 })
      .pod('turnEnded', { work: 'terminating', result: 'ok', nextIsPending: true })
      .pod('phaseEntered', { from: 'terminating', to: 'terminated' })
      .pod('turnTaken', { work: 'terminated' })
      .pod('callStarted', { fn: 'syncTerminatedPod', gracePeriod: null, podVersion: 1 })
      .pod('callReturned', { fn: 'syncTerminatedPod', result: 'ok', error: null, took: 450 })
      .pod('turnEnded', { work: 'terminated', result: 'ok', nextIsPending: false })
      .pod('phaseEntered', { from: 'terminated', to: 'finished' })
      .pod('workerStopped', {});
  }

  visit(did: 'leftAlone' | 'replayed' | 'alreadyPending'): this {
    return this.pod('orphanMet', { orphan: true, did });
  }

  pass(): this {
    return this.node('housekeepingStarted', {}).visit('leftAlone').node('housekeepingEnded', { took: 0 });
  }

  died(id: string): this {
    return this.pod('plegEvent', { type: 'ContainerDied', id, known: false });
  }
}

test('v1.26 writes the stuck pod of 1.25, the list of pods quoted', () => {
  const story = new ForceDeletion(
    'ca75c98c-070e-44a5-8131-d962bf403345',
    '8a705d19c432d0fc70242ecd800ea542134d2d377dbede28678cac9e2656075f',
    '7274fa37c3e6fcb8b05445d21b6c9948c738d9cf73fe7f5f927ffc106dfab5d0',
  );
  story.remove().beginStop();
  for (let i = 0; i < 4; i++) story.pass();
  story.failStop(false).pass().pod('retryDropped', {}).pass();
  const expected = sample('force-delete-stuck-1.25.txt').map((line) =>
    line.replace(/pods=(\[.*\])/, 'pods="$1"'),
  );
  expect(story.log('v1.26', 'cart-7c9d8b6f5d-x2x9q', 'shop').map(withoutTime)).toEqual(expected);
});

test('v1.31 writes the rescued pod of 1.28, but for what HandleError became', () => {
  const container = 'eb522bcb5e585220a9aa061d30488b5fcf88570816a99898922894c0b7bded71';
  const sandbox = '619b05fd2f13ce22028edc8142ccbf6b2596588ff27750228a754845b0f2223b';
  const story = new ForceDeletion('75c40c07-807c-41a5-a216-b58f2e0939c2', container, sandbox);
  story.remove().beginStop().visit('replayed');
  for (let i = 0; i < 3; i++) story.visit('alreadyPending');
  story.failStop(true).beginStop().visit('replayed').visit('alreadyPending').visit('leftAlone');
  story.at(36_700).endStop().died(container).died(sandbox);
  story.pod('historyRemoved', { willRestart: false }).pod('podForgotten', {});
  const lines = story
    .log('v1.31', 'cart-6b8f7d9c4-qq7lm', 'shop')
    .map(withoutTime)
    // Cut by the reporter of the sample.
    .filter((line) => !line.includes('Generic (PLEG): container finished'));
  const expected = sample('force-delete-rescued-1.28.txt').map((line) => {
    const raw = /^E kubelet.go\] (\[failed.*)$/.exec(line)?.[1];
    return raw === undefined
      ? line.replace('2024-02-06T14:24:36.7Z', '1970-01-01T00:00:36.7Z')
      : `E kubelet.go] "Unhandled Error" err=${JSON.stringify(raw)} logger="UnhandledError"`;
  });
  expect(lines).toEqual(expected);
});

test('at -v=2 a stuck pod is a REMOVE, one group of errors, and silence', () => {
  const story = new ForceDeletion('u', 'c', 's').remove().beginStop().pass().failStop(false).pass().pass();
  const messages = story.log('v1.26', 'cart', 'shop', 2).map((line) => line.replace(/^.*?\] /, ''));
  expect(messages.map((line) => /^"(.*?)"/.exec(line)?.[1] ?? line.slice(0, 30))).toEqual([
    'SyncLoop REMOVE',
    'Killing container with a grace period',
    'StopContainer from runtime service failed',
    'Container termination failed with gracePeriod',
    'Kill container failed',
    'StopPodSandbox from runtime service failed',
    'Failed to stop sandbox',
    '[failed to "KillContainer" for',
    'Error syncing pod, skipping',
  ]);
});
