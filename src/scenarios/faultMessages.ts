import type { FaultOperation } from '../runtime/faults';

/** What a failing operation says when the scenario gives no text of its own. */
export const FAULT_MESSAGES: Readonly<Record<FaultOperation, string>> = {
  Status: 'the runtime cannot tell how it is',
  ListPodSandbox: 'the list of sandboxes cannot be read',
  ListContainers: 'the list of containers cannot be read',
  PodSandboxStatus: 'the state of the sandbox cannot be read',
  ContainerStatus: 'the state of the container cannot be read',
  PullImage: 'the registry did not hand out the image',
  RunPodSandbox: 'the sandbox cannot be set up',
  CreateContainer: 'the container cannot be created',
  StartContainer: 'the container cannot be started',
  StopContainer: 'the container cannot be stopped',
  StopPodSandbox: 'the network of the sandbox cannot be torn down',
  RemoveContainer: 'the container cannot be removed',
  RemovePodSandbox: 'the sandbox cannot be removed',
  MountVolume: 'the volume cannot be mounted',
  UnmountVolume: 'the volume is busy and cannot be unmounted',
  RemoveCgroup: 'the cgroup is busy and cannot be removed',
  AdmitPod: 'the node turns the pod away',
};
