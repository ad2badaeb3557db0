import { createStore, type StoreApi } from 'zustand/vanilla';
import { formatDiagnostic } from '../base/result';
import { ExplorerClient } from '../transport/explorerClient';
import type {
  ExplorationResult,
  ExplorerGive,
  ExplorerPort,
  ExplorerWant,
  MinimisedScenario,
  NamedModel,
  Progress,
} from '../transport/explorerProtocol';
import type { SharedModel } from './explorerLink';
import { draftOf, type ExplorerDraft, FIRST_EXPLORER_DRAFT } from './selectors/explorerForm';

/** One model in one release, as far as it has been explored. */
export interface ExplorationView {
  readonly id: string;
  /** The model file. */
  readonly text: string;
  readonly title: string;
  readonly release: string;
  readonly depth: number | null;
  readonly confirmed: boolean;
  /** `large`: it has to be confirmed first. `ended`: there is a result, or a reason why there is none. */
  readonly state: 'running' | 'stopped' | 'large' | 'ended';
  readonly progress: Progress | null;
  /** Wall ms spent exploring. */
  readonly elapsed: number;
  readonly result: ExplorationResult | null;
  /** States that will be visited at least; with `large`. */
  readonly least: number;
  /** What was wrong, in words; empty if nothing was. */
  readonly problem: string;
}

export interface ExplorerState {
  readonly models: readonly NamedModel[];
  readonly draft: ExplorerDraft;
  /** What is wrong with a link; empty if nothing is. */
  readonly linkProblem: string;
  /** The same model in one release after the other, in the order in which they were asked for. */
  readonly explorations: readonly ExplorationView[];
  /** Why the worker died; `null` while it lives. */
  readonly death: string | null;
}

/** What becomes of a wish to minimise. */
export type MinimiseOutcome =
  | { readonly ok: true; readonly result: MinimisedScenario }
  | { readonly ok: false; readonly problem: string };

/** All that can be asked of the explorer. Everything is answered later, by a change of the store. */
export interface ExplorerActions {
  setDraft(change: Partial<ExplorerDraft>): void;
  /** Fills the form with what a link holds. */
  openShared(shared: SharedModel): void;
  refuseLink(problem: string): void;
  /** Explores a model file; what was explored before of another one is forgotten. */
  explore(text: string, title: string, release: string, depth: number | null): void;
  stop(id: string): void;
  /** Goes on with one that was stopped, or one that had to be confirmed. */
  goOn(id: string): void;
  forget(id: string): void;
  /** Makes the scenario file smaller in which the pod is stuck at the end; `done` is called once. */
  minimise(text: string, release: string, pod: string, done: (outcome: MinimiseOutcome) => void): void;
  /** After the worker has died: a new one. What was running begins anew. */
  revive(): void;
}

export type ExplorerStore = StoreApi<ExplorerState> & { readonly actions: ExplorerActions };

/** The store of the explorer, fed by a client; works without React. The worker starts with it. */
export function createExplorerStore(makePort: () => ExplorerPort): ExplorerStore {
  const store = createStore<ExplorerState>(() => ({
    models: [],
    draft: FIRST_EXPLORER_DRAFT,
    linkProblem: '',
    explorations: [],
    death: null,
  }));
  const set = (change: Partial<ExplorerState>): void => store.setState(change);
  const of = (id: string): ExplorationView | undefined =>
    store.getState().explorations.find((exploration) => exploration.id === id);
  const change = (id: string, part: Partial<ExplorationView>): void =>
    set({
      explorations: store
        .getState()
        .explorations.map((exploration) =>
          exploration.id === id ? { ...exploration, ...part } : exploration,
        ),
    });
  const minimising = new Map<string, (outcome: MinimiseOutcome) => void>();
  let shared: SharedModel | null = null;
  let count = 0;

  /** At most one slice of an exploration is wanted at a time, however often it was stopped and gone on with. */
  const wantSlice = ({ id, text, release, depth, confirmed }: ExplorationView): void => {
    client.drop(id);
    client.want({ type: 'explore', id, text, release, depth, confirmed });
  };

  /** A shared model of the catalog is filled in once the catalog is there. */
  const openFromCatalog = (): void => {
    const { models } = store.getState();
    if (shared === null || models.length === 0) return;
    const { name, release, depth } = shared;
    const named = models.find((model) => model.name === name);
    shared = null;
    if (named === undefined)
      set({ linkProblem: `this link cannot be opened: there is no model ${name ?? ''} in the catalog.` });
    else set({ draft: draftOf(named.model, release, depth === null ? '' : String(depth)) });
  };

  const refused = (id: string, problem: string): void => {
    const done = minimising.get(id);
    minimising.delete(id);
    if (done !== undefined) done({ ok: false, problem });
    else if (id === 'link') set({ linkProblem: `this link cannot be opened: ${problem}` });
    else change(id, { state: 'ended', problem });
  };

  const taken = (give: ExplorerGive): void => {
    const { id } = give;
    switch (give.type) {
      case 'models':
        set({ models: give.models });
        return openFromCatalog();
      case 'read': {
        const { release = '', depth = null } = shared ?? {};
        shared = null;
        return set({ draft: draftOf(give.model, release, depth === null ? '' : String(depth)) });
      }
      case 'explored': {
        const exploration = of(id);
        if (exploration === undefined) return;
        const { progress, elapsed, result } = give;
        if (result !== null) return change(id, { progress, elapsed, result, state: 'ended' });
        change(id, { progress, elapsed });
        if (exploration.state === 'running') wantSlice(exploration);
        return;
      }
      case 'large':
        return change(id, { state: 'large', least: give.least });
      case 'minimised': {
        const done = minimising.get(id);
        minimising.delete(id);
        return done?.({ ok: true, result: give.result });
      }
      case 'refused':
        return refused(id, give.diagnostics.map(formatDiagnostic).join('\n'));
      case 'broken':
        return refused(id, `a rule of the lab broke: ${give.rule}`);
      case 'forgotten':
        return;
    }
  };

  const makeClient = (): ExplorerClient => {
    const made = new ExplorerClient(makePort(), taken, (death) => {
      set({ death });
      for (const id of [...minimising.keys()]) refused(id, `the explorer has stopped: ${death}`);
    });
    const want: ExplorerWant = { type: 'models', id: '' };
    made.want(want);
    return made;
  };

  const actions: ExplorerActions = {
    setDraft: (part) => set({ draft: { ...store.getState().draft, ...part } }),
    openShared(given) {
      shared = given;
      set({ linkProblem: '' });
      if (given.name !== null) openFromCatalog();
      else client.want({ type: 'read', id: 'link', text: given.text });
    },
    refuseLink: (linkProblem) => set({ linkProblem }),
    explore(text, title, release, depth) {
      const kept: ExplorationView[] = [];
      for (const old of store.getState().explorations) {
        if (old.text === text && old.release !== release && old.depth === depth) kept.push(old);
        else actions.forget(old.id);
      }
      const exploration: ExplorationView = {
        id: `exploration${++count}`,
        text,
        title,
        release,
        depth,
        confirmed: false,
        state: 'running',
        progress: null,
        elapsed: 0,
        result: null,
        least: 0,
        problem: '',
      };
      set({ explorations: [...kept, exploration], linkProblem: '' });
      wantSlice(exploration);
    },
    stop(id) {
      if (of(id)?.state === 'running') change(id, { state: 'stopped' });
      client.drop(id);
    },
    goOn(id) {
      const exploration = of(id);
      if (exploration === undefined) return;
      const next = { ...exploration, state: 'running' as const, confirmed: true };
      change(id, next);
      wantSlice(next);
    },
    forget(id) {
      set({ explorations: store.getState().explorations.filter((exploration) => exploration.id !== id) });
      client.drop(id);
      client.want({ type: 'forget', id });
    },
    minimise(text, release, pod, done) {
      const id = `minimise${++count}`;
      minimising.set(id, done);
      client.want({ type: 'minimise', id, text, release, pod });
    },
    revive() {
      client.close();
      client = makeClient();
      set({ death: null });
      for (const exploration of store.getState().explorations) {
        if (exploration.result !== null) continue;
        change(exploration.id, { progress: null, elapsed: 0 });
        if (exploration.state === 'running') wantSlice(exploration);
      }
    },
  };
  let client = makeClient();
  return Object.assign(store, { actions });
}
