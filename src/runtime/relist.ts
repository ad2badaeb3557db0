import type { PodUID } from '../api/pod';
import { assert } from '../base/assert';
import type { SimTime } from '../clock/simTime';
import type { ContainerView, CriReply, CriRequest, CriValue, GrpcCode, SandboxView } from './criCalls';
import type { ListedPod, PlegEvent } from './plegRecord';

/** A pod that a relist has to look at: as listed, `null` if it is gone. */
export interface PodToInspect {
  readonly uid: PodUID;
  readonly listed: ListedPod | null;
}

/** Where a relist stands: data, to be handed back to `next`. Every stage but the first waits for a reply. */
export type RelistProgress = { readonly startedAt: SimTime } & (
  | { readonly stage: 'begin' }
  | { readonly stage: 'listSandboxes' }
  | { readonly stage: 'listContainers'; readonly sandboxes: readonly SandboxView[] }
  | {
      readonly stage: 'inspect';
      /** The pods still to be inspected; the first one is being inspected. */
      readonly pods: readonly PodToInspect[];
      /** The calls that this takes; the first one is in flight. */
      readonly calls: readonly CriRequest[];
      readonly sandboxes: readonly SandboxView[];
      readonly containers: readonly ContainerView[];
      readonly inspected: readonly PodUID[];
      readonly failed: readonly PodUID[];
    }
);

/** How a relist ended. Pods in `failed` could not be inspected: the next relist tries again. */
export type RelistResult =
  | {
      readonly ok: true;
      readonly startedAt: SimTime;
      readonly inspected: readonly PodUID[];
      readonly failed: readonly PodUID[];
    }
  | {
      readonly ok: false;
      readonly startedAt: SimTime;
      readonly op: 'ListPodSandbox' | 'ListContainers';
      readonly code: GrpcCode;
      readonly message: string;
    };

/** The next call, or the end; `events` go to the sync loop now, each is handed over once. */
export type RelistStep = { readonly events: readonly PlegEvent[] } & (
  | { readonly call: CriRequest; readonly progress: RelistProgress }
  | { readonly done: RelistResult }
);

/** A relist that is inspecting pods. */
export type Inspection = Extract<RelistProgress, { stage: 'inspect' }>;

/** An inspection that has not begun. */
export const NOTHING_FOUND = { calls: [], sandboxes: [], containers: [] } as const;

/** The end of a relist whose list failed: nothing has moved. */
export function relistFailed(
  startedAt: SimTime,
  op: 'ListPodSandbox' | 'ListContainers',
  { code, message }: Extract<CriReply, { ok: false }>,
): RelistStep {
  return { done: { ok: false, startedAt, op, code, message }, events: [] };
}

/** What ListPodSandbox answered. */
export function sandboxesIn(value: CriValue): readonly SandboxView[] {
  assert(value.kind === 'sandboxes', 'ListPodSandbox answers with sandboxes');
  return value.sandboxes;
}

/** What ListContainers answered. */
export function containersIn(value: CriValue): readonly ContainerView[] {
  assert(value.kind === 'containers', 'ListContainers answers with containers');
  return value.containers;
}
