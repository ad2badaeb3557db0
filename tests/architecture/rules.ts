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
  'reproduction',
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
    may: ['base', 'api', 'clock', 'kubelet/releases', 'runtime/criCalls'],
    types: ['machine', 'kubelet', 'runtime', 'engine/trace'],
  },
  conformance: { may: ['base', 'api', 'clock', 'machine', 'metrics', 'kubelet'] },
  importers: {
    may: ['base', 'api', 'clock', 'scenarios', 'metrics'],
    packages: ['yaml'],
  },
  diagnosis: {
    may: [
      'base',
      'importers/admissionReasons',
      'importers/civilTime',
      'importers/objectPods',
      'importers/pluginErrors',
    ],
    types: ['importers/importedRun', 'importers/logEvent'],
  },
  explorer: { may: ['base', 'api', 'clock', 'runtime/faults', 'machine', 'scenarios', 'kubelet', 'engine'] },
  reproduction: {
    may: [
      'base',
      'api',
      'clock',
      'engine',
      'scenarios',
      'kubelet/releases',
      'runtime/faults',
      'importers/civilTime',
      'klog/formatKlog',
    ],
    types: ['importers/importedRun', 'importers/logEvent'],
  },
  transport: {
    may: [
      'base',
      'api',
      'clock',
      'engine',
      'klog',
      'scenarios',
      'kubelet/releases',
      'runtime/faults',
      'importers',
      'diagnosis',
      'explorer',
      'reproduction',
      'machine/podChart',
    ],
    packages: ['virtual:catalog', 'virtual:models'],
  },
  store: { may: ['base', 'transport'], packages: ['zustand'], only: { 'store/hooks.ts': ['react'] } },
  views: {
    may: ['base', 'store'],
    types: ['transport/protocol', 'transport/evidenceProtocol', 'machine/podChart'],
    packages: ['react', 'react-dom', 'recharts', '@tanstack/react-virtual'],
  },
  offline: { may: [], only: { 'offline/offlinePlugin.ts': ['vite', 'node:'] } },
  cli: { may: ENGINE_SIDE, packages: ['node:'] },
};

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
