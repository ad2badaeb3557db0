import { createStore, type StoreApi } from 'zustand/vanilla';
import { formatDiagnostic } from '../base/result';
import {
  EVIDENCE_PROTOCOL_VERSION,
  type EvidenceGive,
  type EvidencePort,
  type EvidenceProgress,
  type EvidenceSource,
  type EvidenceWant,
  type FoundEvidence,
  type ModelCheck,
  type PodDetails,
  type ReproducedScenario,
} from '../transport/evidenceProtocol';

/** How the typed or pasted text is called among the sources. */
export const PASTED = 'pasted text';

/** A longer paste becomes a source of its own: a text field with more in it makes a page slow, bytes do not. */
export const LONGEST_TYPED = 500_000;

/** What a person has brought, and what it came to. Nothing of it leaves the page. */
export interface EvidenceState {
  /** What stands in the text field. */
  readonly text: string;
  readonly files: readonly EvidenceSource[];
  /** A reading that goes on. */
  readonly progress: EvidenceProgress | null;
  readonly cancelled: boolean;
  /** What was read last; kept while something else is read, so that nothing jumps. */
  readonly found: FoundEvidence | null;
  /** What of the last reading could not be used, and why; empty if all was. */
  readonly problem: string;
  /** The pod that is looked at, by its `index`. */
  readonly pod: number | null;
  readonly details: PodDetails | null;
  /** What was done to that pod, held against every release; `null` until it has been. */
  readonly check: ModelCheck | null;
  /** Why no scenario can be made of it; empty if one can, or none was asked for. */
  readonly unplayable: string;
  /** Why the reader has died; `null` while it lives. */
  readonly death: string | null;
}

/** What can be wanted; every call is answered, later, by a change of the store. */
export interface EvidenceActions {
  setText(text: string): void;
  /** More sources, beside those that are there. */
  add(sources: readonly EvidenceSource[]): void;
  remove(source: EvidenceSource): void;
  clear(): void;
  cancel(): void;
  /** Copies of all sources without what is private; `done` is called with each. */
  redact(done: (copy: EvidenceSource) => void): void;
  /** Reads once more what is there. */
  read(): void;
  select(pod: number | null): void;
  /**
   * Makes a scenario of the pod that is looked at, under its own names or neutral ones; `done` is called with it, unless there is
   * none.
   */
  reproduce(neutral: boolean, done: (scenario: ReproducedScenario) => void): void;
}

export type EvidenceStore = StoreApi<EvidenceState> & { readonly actions: EvidenceActions };

const NO_POD: Pick<EvidenceState, 'pod' | 'details' | 'check' | 'unplayable'> = {
  pod: null,
  details: null,
  check: null,
  unplayable: '',
};

const NOTHING: EvidenceState = {
  text: '',
  files: [],
  progress: null,
  cancelled: false,
  found: null,
  problem: '',
  ...NO_POD,
  death: null,
};

/** The store of evidence, fed by a reader; works without React. The reader starts when there is something to read. */
export function createEvidenceStore(makePort: () => EvidencePort): EvidenceStore {
  const store = createStore<EvidenceState>(() => NOTHING);
  const set = (change: Partial<EvidenceState>): void => store.setState(change);
  let port: EvidencePort | null = null;
  let count = 0;
  /** The reading that answers are taken from. */
  let current = '';
  /** The one that has been read, of which lines can be asked for. */
  let read = '';
  const redacting = new Map<string, (copy: EvidenceSource) => void>();
  let reproducing: ((scenario: ReproducedScenario) => void) | null = null;

  const taken = (give: EvidenceGive): void => {
    if (give.type === 'lines') {
      if (give.id === read && give.pod === store.getState().pod) set({ details: give.details });
      return;
    }
    if (give.type === 'checked' || give.type === 'reproduced' || give.type === 'unplayable') {
      if (give.id !== read || give.pod !== store.getState().pod) return;
      if (give.type === 'checked') return set({ check: give.check });
      const done = reproducing;
      reproducing = null;
      if (give.type === 'reproduced') return done?.(give.reproduced);
      return set({ unplayable: give.diagnostics.map(formatDiagnostic).join('\n') });
    }
    const copied = redacting.get(give.id);
    if (copied !== undefined) {
      redacting.delete(give.id);
      if (give.type === 'redacted') copied(give.copy);
      if (give.type === 'refused') set({ problem: give.diagnostics.map(formatDiagnostic).join('\n') });
      if (give.type === 'broken') set({ problem: `a rule of the lab broke: ${give.rule}` });
      return;
    }
    if (give.type === 'redacted' || give.id !== current) return;
    switch (give.type) {
      case 'reading':
        return set({ progress: give.progress });
      case 'found': {
        read = give.id;
        const problem = give.problems.map(formatDiagnostic).join('\n');
        set({ found: give.found, progress: null, problem, ...NO_POD });
        const [first] = give.found.pods;
        if (first !== undefined) actions.select(first.index);
        return;
      }
      case 'refused':
        return set({
          ...{ progress: null, found: null, ...NO_POD },
          problem: give.diagnostics.map(formatDiagnostic).join('\n'),
        });
      case 'cancelled':
        return set({ progress: null, cancelled: true });
      case 'broken':
        return set({ progress: null, problem: `a rule of the lab broke: ${give.rule}` });
    }
  };

  const line = (): EvidencePort => {
    if (port !== null) return port;
    const made = makePort();
    made.onReply(({ version, give }) => {
      if (version === EVIDENCE_PROTOCOL_VERSION) taken(give);
    });
    made.onDeath((death) => {
      made.close();
      port = null;
      redacting.clear();
      set({ death, progress: null });
    });
    port = made;
    return made;
  };
  const want = (asked: EvidenceWant): void =>
    line().post({ version: EVIDENCE_PROTOCOL_VERSION, want: asked });

  const given = (): readonly EvidenceSource[] => {
    const { text, files } = store.getState();
    return text.trim() === '' ? files : [...files, { label: PASTED, data: new Blob([text]) }];
  };

  const readAll = (): void => {
    const sources = given();
    if (current !== '' && port !== null) want({ type: 'cancel', id: current });
    current = `reading${++count}`;
    set({ cancelled: false, death: null });
    if (sources.length === 0) {
      current = '';
      return set({ found: null, progress: null, ...NO_POD, problem: '' });
    }
    const of = sources.reduce((sum, { data }) => sum + data.size, 0);
    set({ progress: { label: sources[0]?.label ?? '', bytes: 0, of } });
    want({ type: 'read', id: current, sources });
  };

  const actions: EvidenceActions = {
    setText(text) {
      set({ text });
      readAll();
    },
    add(sources) {
      set({ files: [...store.getState().files, ...sources] });
      readAll();
    },
    remove(source) {
      set({ files: store.getState().files.filter((other) => other !== source) });
      readAll();
    },
    clear() {
      set({ text: '', files: [] });
      readAll();
    },
    cancel() {
      if (store.getState().progress !== null) want({ type: 'cancel', id: current });
    },
    redact(done) {
      for (const source of given()) {
        const id = `redacting${++count}`;
        redacting.set(id, done);
        want({ type: 'redact', id, source });
      }
    },
    read: readAll,
    select(pod) {
      if (pod === store.getState().pod) return;
      set({ ...NO_POD, pod });
      reproducing = null;
      if (pod === null) return;
      want({ type: 'lines', id: read, pod });
      want({ type: 'check', id: read, pod });
    },
    reproduce(neutral, done) {
      const { pod } = store.getState();
      if (pod === null) return;
      set({ unplayable: '' });
      reproducing = done;
      want({ type: 'reproduce', id: read, pod, neutral });
    },
  };
  return Object.assign(store, { actions });
}
