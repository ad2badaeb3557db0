/** What a folder of `src` may import beside itself. */
export interface FolderRule {
  /** Folders, or single files of them, without restriction. */
  readonly may: readonly string[];
  /** Folders, or single files of them, of which only types may be taken. */
  readonly types?: readonly string[];
  /** npm packages; `node:` stands for all of Node's. */
  readonly packages?: readonly string[];
  /** Packages that one file alone may import. */
  readonly only?: { readonly [file: string]: readonly string[] };
}

const BELOW_ENGINE = [
  'base',
  'api',
  'clock',
  'metrics',
  'machine',
  'runtime',
  'apiserver',
  'scenarios',
  'kubelet',
] as const;

/** Deterministic, without page, Node or wall clock: a run is the same everywhere, and every time. */
export const ENGINE_SIDE: readonly string[] = [
  ...BELOW_ENGINE,
  'engine',
  'klog',
  'conformance',
  'importers',
  'diagnosis',
  'explorer',
];

/** The dependency table (`src/README.md`). A folder that is not here may not exist. */
export const RULES: { readonly [folder: string]: FolderRule } = {
  base: { may: [] },
  clock: { may: ['base'], packages: ['pure-rand'] },
  api: { may: ['base', 'clock'] },
  metrics: { may: ['base', 'clock'] },
  machine: { may: ['base', 'api', 'clock'], packages: ['xstate'] },
  runtime: { may: ['base', 'api', 'clock'] },
  apiserver: { may: ['base', 'api', 'clock'] },
  scenarios: {
    may: ['base', 'api', 'clock', 'runtime/faults'],
    packages: ['yaml', 'valibot', 'fastest-levenshtein', '@valibot/to-json-schema'],
  },
  kubelet: { may: ['base', 'api', 'clock', 'machine', 'runtime', 'metrics'] },
  engine: { may: BELOW_ENGINE },
  klog: {
    may: ['base', 'api', 'clock', 'kubelet/releases'],
    types: ['machine', 'kubelet', 'runtime', 'engine/trace'],
  },
  conformance: { may: ['base', 'api', 'clock', 'machine', 'metrics', 'kubelet'] },
  importers: { may: ['base', 'api', 'clock', 'scenarios', 'metrics'], types: ['engine/trace'] },
  diagnosis: {
    may: ['base', 'api', 'kubelet/invariants'],
    types: ['engine/trace', 'importers/importedRun'],
  },
  explorer: { may: ['base', 'engine', 'scenarios', 'kubelet/invariants'] },
  transport: {
    may: ['base', 'engine', 'scenarios', 'importers', 'diagnosis', 'explorer', 'machine/podChart'],
    packages: ['virtual:catalog'],
  },
  store: { may: ['base', 'transport'], packages: ['zustand'], only: { 'store/hooks.ts': ['react'] } },
  views: {
    may: ['base', 'store'],
    types: ['transport/protocol', 'machine/podChart'],
    packages: ['react', 'react-dom', 'recharts', '@tanstack/react-virtual'],
  },
  cli: { may: ENGINE_SIDE, packages: ['node:'] },
};

/** Arrows that the table does not have, and why they are there. Each is one too many until the table has it. */
export const BEYOND_THE_TABLE: readonly {
  readonly from: string;
  readonly to: string;
  readonly why: string;
}[] = [
  { from: 'klog', to: 'runtime/criCalls', why: 'klog prints a CRI error with the words of the kubelet' },
  { from: 'transport', to: 'api', why: 'the protocol shows uids' },
  { from: 'transport', to: 'clock', why: 'the host makes times of the numbers of a message' },
  { from: 'transport', to: 'klog', why: 'the host hands out a run as kubelet log' },
  { from: 'transport', to: 'metrics', why: 'the host hands out a run as metrics text' },
  { from: 'transport', to: 'kubelet/releases', why: 'the page lists the releases' },
  { from: 'transport', to: 'runtime/faults', why: 'the page lists the faults' },
  // Parts of panels that other panels use: they belong into views/shared.
  { from: 'views', to: 'views/events/PaneSwitch', why: 'every panel of a compared run has the switch' },
  { from: 'views', to: 'views/events/useRowList', why: 'the sequence has a list of rows too' },
  { from: 'views', to: 'views/inject/focusInject', why: 'a key brings the focus to the panel' },
];

/** What the engine side must not name: it would make a run depend on where and when it runs. */
export const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\basync\b|\bawait\b/, 'async and await: sync calls are step programs'],
  [/\bPromise\b/, 'promises'],
  [/\bDate\b/, 'wall clock'],
  [/\bperformance\b/, 'wall clock'],
  [/\bMath\s*\.\s*random\b|\bcrypto\b/, 'chance that no seed gives'],
  [/\b(?:setTimeout|setInterval|setImmediate|queueMicrotask|requestAnimationFrame)\b/, 'timers'],
  [/\bconsole\b/, 'console'],
  [/\b(?:Worker|SharedWorker|MessageChannel|postMessage)\b/, 'workers of the browser'],
  [/\b(?:window|navigator|localStorage|sessionStorage|indexedDB|globalThis)\b|\bfetch\s*\(/, 'browser'],
  [/\bdocument\s*\.\s*(?:body|head|querySelector|getElement|createElement|addEventListener)/, 'page'],
  [
    /\bprocess\s*\.\s*(?:argv|cwd|env|exit|hrtime|nextTick|platform|std(?:in|out|err))\b|\bBuffer\b|\brequire\s*\(/,
    'Node',
  ],
];

/** File names that say nothing about what is inside. */
export const NAMELESS = /(?:^|\/)(?:utils?|helpers?|common|types|misc)(?:\/|\.[a-z.]+$)/i;
