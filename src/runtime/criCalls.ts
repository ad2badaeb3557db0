import type { ContainerSpec, PodUID, RuntimePod } from '../api/pod';

/** The operations of the container runtime interface that the kubelet uses here. Each is a place for a fault. */
export const CRI_OPERATIONS = [
  'Status',
  'ListPodSandbox',
  'ListContainers',
  'PodSandboxStatus',
  'ContainerStatus',
  'PullImage',
  'RunPodSandbox',
  'CreateContainer',
  'StartContainer',
  'StopContainer',
  'StopPodSandbox',
  'RemoveContainer',
  'RemovePodSandbox',
] as const;

export type CriOperation = (typeof CRI_OPERATIONS)[number];

/** gRPC status codes that a runtime answers with. */
export const GRPC_CODES = [
  'Unknown',
  'Unavailable',
  'DeadlineExceeded',
  'NotFound',
  'ResourceExhausted',
  'Internal',
  'Canceled',
  'FailedPrecondition',
  'PermissionDenied',
  'AlreadyExists',
] as const;

export type GrpcCode = (typeof GRPC_CODES)[number];

/** One call to the runtime. `pod` says whose it is wherever it is somebody's: faults are matched by it. */
export type CriRequest =
  | { readonly op: 'Status' | 'ListPodSandbox' | 'ListContainers' }
  | {
      readonly op: 'PodSandboxStatus' | 'StopPodSandbox' | 'RemovePodSandbox';
      readonly pod: RuntimePod;
      readonly sandbox: string;
    }
  | {
      readonly op: 'ContainerStatus' | 'StartContainer' | 'RemoveContainer';
      readonly pod: RuntimePod;
      readonly container: string;
    }
  | {
      readonly op: 'StopContainer';
      readonly pod: RuntimePod;
      readonly container: string /** seconds */;
      readonly gracePeriod: number;
    }
  | { readonly op: 'PullImage'; readonly pod: RuntimePod; readonly image: string }
  | { readonly op: 'RunPodSandbox'; readonly pod: RuntimePod }
  | {
      readonly op: 'CreateContainer';
      readonly pod: RuntimePod;
      readonly sandbox: string;
      readonly spec: ContainerSpec;
    };

export interface SandboxView {
  readonly id: string;
  readonly pod: RuntimePod;
  readonly ready: boolean;
}

export interface ContainerView {
  readonly id: string;
  readonly uid: PodUID;
  readonly sandbox: string;
  readonly name: string;
  readonly image: string;
  readonly state: 'created' | 'running' | 'exited';
  /** `null` until it has exited. */
  readonly exitCode: number | null;
  /** When it exited, virtual ms; `null` until then. */
  readonly exitedAt: number | null;
}

/** What the runtime answers. An error is a value: the kubelet decides what it means. */
export type CriReply =
  | { readonly ok: true; readonly value: CriValue }
  | { readonly ok: false; readonly code: GrpcCode; readonly message: string };

export type CriValue =
  | { readonly kind: 'done' }
  | { readonly kind: 'status'; readonly networkReady: boolean }
  | { readonly kind: 'sandboxes'; readonly sandboxes: readonly SandboxView[] }
  | { readonly kind: 'containers'; readonly containers: readonly ContainerView[] }
  | { readonly kind: 'created'; readonly id: string };

/** A bad reply as the kubelet prints it: gRPC's own wording. */
export const rpcError = (reply: { readonly code: GrpcCode; readonly message: string }): string =>
  `rpc error: code = ${reply.code} desc = ${reply.message}`;
