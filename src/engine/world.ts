import { fullNameOf, isMirrorPod, isStaticPod, type Pod, type PodFullName, type PodUID } from '../api/pod';
import { type ApiChange, FakeApiserver } from '../apiserver/fakeApiserver';
import type { FakeRuntime } from '../runtime/fakeRuntime';
import { madeFaultName } from '../runtime/faults';
import type { Scenario } from '../scenarios/command';
import { apiUID, NODE_NAME } from './podIdentity';
import type { PodLife, SimState } from './simState';

/** The part of the state that is the world's. */
export type SavedWorld = Pick<
  SimState,
  'apiserver' | 'manifests' | 'lives' | 'uids' | 'made' | 'faultsMade' | 'writes'
>;

/** What is on the node and around it, whether a kubelet runs or not: API server, manifests, and who has lived here. */
export class World {
  readonly apiserver: FakeApiserver;
  private readonly files: Map<string, Pod>;
  private readonly lives: Map<PodUID, PodLife>;
  private readonly uids: Map<string, PodUID>;
  private made: number;
  private faultsMade: number;
  /** Counts the writes of manifests: a file's content has no version of its own. */
  private writes: number;

  constructor(
    private readonly scenario: Scenario,
    readonly runtime: FakeRuntime,
    saved: SavedWorld | null,
  ) {
    this.apiserver = saved === null ? new FakeApiserver() : FakeApiserver.restore(saved.apiserver);
    this.files = new Map(saved?.manifests);
    this.lives = new Map(saved?.lives.map((life) => [life.uid, life]));
    this.uids = new Map(saved?.uids);
    this.made = saved?.made ?? 0;
    this.faultsMade = saved?.faultsMade ?? 0;
    this.writes = saved?.writes ?? 0;
  }

  /** A uid that nobody has had. */
  newUID(): PodUID {
    return apiUID(this.made++, this.scenario.seed);
  }

  newFaultId(name: string | null): string {
    return name ?? madeFaultName(++this.faultsMade);
  }

  manifests(): readonly Pod[] {
    return [...this.files.values()];
  }

  manifest(path: string): Pod | null {
    return this.files.get(path) ?? null;
  }

  /** Writes or removes a manifest. What the file system tells of it: what is gone, then what is new. */
  setManifest(path: string, given: Pod | null): readonly ApiChange[] {
    const before = this.files.get(path) ?? null;
    const gone = before !== null && before.uid !== given?.uid ? [{ uid: before.uid, pod: null }] : [];
    if (given === null) {
      this.files.delete(path);
      return gone;
    }
    const pod = { ...given, version: ++this.writes };
    this.files.set(path, pod);
    this.remember(pod);
    return [...gone, { uid: pod.uid, pod }];
  }

  /** Notes that a pod has come to be. */
  remember(pod: Pod): void {
    const { uid, name, namespace, template } = pod;
    const life: PodLife = {
      uid,
      name,
      namespace,
      template,
      isStatic: isStaticPod(pod),
      isMirror: isMirrorPod(pod),
    };
    this.lives.set(uid, life);
    if (!life.isMirror) this.uids.set(template, uid);
  }

  rememberChange({ pod }: ApiChange): void {
    if (pod !== null && !this.lives.has(pod.uid)) this.remember(pod);
  }

  /** Every pod that has been here, in the order in which they came; mirror pods are not listed. */
  allLives(): readonly PodLife[] {
    return [...this.lives.values()].filter((life) => !life.isMirror);
  }

  /** Every pod that has been here by its uid, mirror pods too: whom a log can name. */
  livesByUid(): ReadonlyMap<PodUID, PodLife> {
    return this.lives;
  }

  lifeOf(uid: PodUID): PodLife | null {
    return this.lives.get(uid) ?? null;
  }

  /** The uid that the template's pod has or last had. */
  uidOf(template: string): PodUID | null {
    return this.uids.get(template) ?? null;
  }

  /** The API object that stands for a pod: its own, or a static pod's mirror pod. */
  apiObjectOf(life: PodLife): Pod | null {
    if (!life.isStatic) return this.apiserver.get(life.uid);
    const mirror = this.apiserver.named(fullNameOf(life));
    return mirror !== null && isMirrorPod(mirror) ? mirror : null;
  }

  mirrorNamed(name: PodFullName): Pod | null {
    const pod = this.apiserver.named(name);
    return pod !== null && isMirrorPod(pod) ? pod : null;
  }

  /** Names under which a fault may speak of the pod, beside the kubelet's own name for it. */
  aliasesOf(uid: PodUID): readonly string[] {
    const life = this.lives.get(uid);
    return life === undefined ? [] : [life.template, life.name.replace(new RegExp(`-${NODE_NAME}$`), '')];
  }

  save(): SavedWorld {
    return {
      apiserver: this.apiserver.save(),
      manifests: [...this.files],
      lives: [...this.lives.values()],
      uids: [...this.uids],
      made: this.made,
      faultsMade: this.faultsMade,
      writes: this.writes,
    };
  }
}
