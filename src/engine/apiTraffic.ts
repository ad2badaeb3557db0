import type { ApiChange } from '../apiserver/fakeApiserver';
import { assertNever } from '../base/assert';
import type { SimTime } from '../clock/simTime';
import type { ApiRequest } from '../kubelet/kubeletPorts';
import { mirrorPodFor } from '../kubelet/mirrorClient';
import type { NodeEvent } from './trace';
import type { World } from './world';

/** Where the requests are served, and where what becomes of them goes. */
export interface ApiTrafficParts {
  readonly world: World;
  now(): SimTime;
  /** The id of the trace event. */
  emit(event: NodeEvent): number;
  /** The kubelet's watch has something to tell. */
  notify(change: ApiChange, cause: number): void;
}

/** What happens between a kubelet and the API server: requests served, and the watch that tells of every change. */
export class ApiTraffic {
  constructor(
    private readonly parts: ApiTrafficParts,
    /** The kubelet's watch stands: it has listed, and neither side has gone since. */
    public isWatching: boolean,
  ) {}

  /** A pod changed on the API server, whoever did it. */
  changed(change: ApiChange): void {
    const { world, emit, notify } = this.parts;
    const { uid, pod } = change;
    const known = world.lifeOf(uid) !== null;
    const isNew = pod !== null && (!known || pod.status.phase === '') && pod.deletion === null;
    world.rememberChange(change);
    const mirror = world.lifeOf(uid)?.isMirror ?? false;
    const what = pod === null ? 'removed' : isNew ? 'created' : 'changed';
    const cause = emit({ kind: 'apiObjectChanged', uid, what, mirror });
    if (world.apiserver.up && this.isWatching) notify(change, cause);
  }

  /** Does what a kubelet asks. `null`, or why not; what is gone already is no error. */
  serve(request: ApiRequest): string | null {
    const { world, now } = this.parts;
    const { apiserver } = world;
    if (!apiserver.up) return 'connect: connection refused';
    let change: ApiChange | null = null;
    switch (request.op) {
      case 'patchStatus':
        change = apiserver.patchStatus(request.uid, request.status);
        break;
      case 'deletePod':
        change = apiserver.remove(request.uid, now());
        break;
      case 'createMirrorPod':
        change = apiserver.create(mirrorPodFor(request.pod, world.newUID()));
        if (change === null) return 'a pod of that name already exists';
        break;
      case 'deleteMirrorPod': {
        const mirror = world.mirrorNamed(request.name);
        change = mirror === null ? null : apiserver.remove(mirror.uid, now());
        break;
      }
      default:
        return assertNever(request);
    }
    if (change !== null) this.changed(change);
    return null;
  }
}
