import type { Pod } from '../api/pod';
import { NO_STATUS } from '../api/podStatus';
import { simTime } from '../clock/simTime';
import { DELETED, PHASES, type PodHere } from './podHere';

/** The pods as their sources have them: for the same state of a pod always the same object. */
export class PodObjects {
  private readonly objects = new Map<number, Pod>();

  of({ index, uid, model, source, version, phase }: PodHere): Pod {
    const key = ((version * 4 + phase) * 4 + source) * 16 + index;
    const known = this.objects.get(key);
    if (known !== undefined) return known;
    const pod: Pod = {
      uid,
      name: model.fullName,
      namespace: 'default',
      source: model.static ? 'file' : 'api',
      mirrors: null,
      version,
      terminationGracePeriod: 30,
      deletion: source === DELETED ? { at: simTime(0), gracePeriod: 30 } : null,
      finalizers: [],
      spec: {
        restartPolicy: model.ends ? 'Never' : 'Always',
        containers: [],
        initContainers: [],
        volumes: [],
        hostNetwork: false,
      },
      status: { ...NO_STATUS, phase: PHASES[phase] ?? '' },
      template: model.name,
    };
    this.objects.set(key, pod);
    return pod;
  }
}
