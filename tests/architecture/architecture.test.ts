import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkArchitecture } from './checkArchitecture';
import { ENGINE_SIDE, RULES } from './rules';
import { codeOf, importsOf } from './sourceText';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));
const sources = new Map(
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .sort()
    .map((file) => [file, readFileSync(join(SRC, file), 'utf8')]),
);

describe('the source', () => {
  it('keeps to the dependency table, without circles, wall clock, chance or promises on the engine side', () => {
    expect(checkArchitecture(sources)).toEqual([]);
  });

  it('is all read', () => {
    expect(sources.size).toBeGreaterThan(100);
    expect([...sources.values()].flatMap(importsOf).length).toBeGreaterThan(500);
  });

  it('has a type check without the DOM for every folder of the engine side that there is', () => {
    const { include } = JSON.parse(readFileSync(join(SRC, 'tsconfig.engine.json'), 'utf8')) as {
      include: string[];
    };
    const folders = new Set([...sources.keys()].map((file) => file.split('/')[0] ?? ''));
    const missing = ENGINE_SIDE.filter((folder) => folders.has(folder) && !include.includes(folder));
    expect(missing).toEqual([]);
  });
});

/** Writes `@{x}` as the insertion into a template that it stands for: the linter takes those in plain strings for slips. */
const inserting = (text: string): string => text.replaceAll('@{', '$'.concat('{'));

/** Small sources that break one rule each, and what is said about them. */
const VIOLATIONS: readonly { desc: string; files: Record<string, string>; broken: readonly string[] }[] = [
  {
    desc: 'an arrow that the table does not have',
    files: { 'machine/a.ts': "import { b } from '../kubelet/b';", 'kubelet/b.ts': '' },
    broken: ['machine/a.ts: must not import kubelet/b'],
  },
  {
    desc: 'an arrow over several lines, with its type beside',
    files: {
      'runtime/a.ts': "import {\n  type T,\n  b,\n} from '../kubelet/b';",
      'kubelet/b.ts': '',
    },
    broken: ['runtime/a.ts: must not import kubelet/b'],
  },
  {
    desc: 'a re-export',
    files: { 'base/a.ts': "export * from '../api/pod';", 'api/pod.ts': '' },
    broken: ['base/a.ts: must not import api/pod'],
  },
  {
    desc: 'an import() and a bare import',
    files: { 'base/a.ts': "import '../api/pod';\nconst x = import('../clock/simTime');" },
    broken: ['base/a.ts: must not import api/pod', 'base/a.ts: must not import clock/simTime'],
  },
  {
    desc: 'a value where only types may be taken',
    files: {
      'klog/a.ts': "import { type T, b } from '../machine/b';\nimport { type U } from '../machine/b';",
      'machine/b.ts': '',
    },
    broken: ['klog/a.ts: may import only types of machine/b'],
  },
  {
    desc: 'another file of a folder of which one may be imported',
    files: {
      'scenarios/a.ts': "import { f } from '../runtime/faults';\nimport { g } from '../runtime/fakeRuntime';",
      'runtime/faults.ts': '',
      'runtime/fakeRuntime.ts': '',
    },
    broken: ['scenarios/a.ts: must not import runtime/fakeRuntime'],
  },
  {
    desc: 'a view that reaches past the protocol',
    files: {
      'views/App.tsx':
        "import type { P } from '../transport/protocol';\nimport type { S } from '../engine/simState';",
    },
    broken: ['views/App.tsx: must not import engine/simState'],
  },
  {
    desc: 'a panel that knows another panel',
    files: { 'views/lanes/a.tsx': "import { b } from '../events/b';\nimport { c } from '../shared/c';" },
    broken: ["views/lanes/a.tsx: must not import views/events/b, which is another panel's"],
  },
  {
    desc: 'a folder that the table does not have',
    files: { 'extras/a.ts': '' },
    broken: ['extras/a.ts: the table has no folder extras'],
  },
  {
    desc: 'xstate outside the machine',
    files: { 'kubelet/a.ts': "import { setup } from 'xstate';", 'machine/b.ts': "import 'xstate';" },
    broken: ['kubelet/a.ts: must not import xstate'],
  },
  {
    desc: "a package that is another folder's",
    files: {
      'clock/a.ts': "import { x } from 'pure-rand/generator/x';",
      'base/a.ts': "import { x } from '@valibot/to-json-schema';",
    },
    broken: ['base/a.ts: must not import @valibot/to-json-schema'],
  },
  {
    desc: 'Node and React on the engine side',
    files: { 'engine/a.ts': "import 'node:fs';\nimport { useState } from 'react';" },
    broken: ['engine/a.ts: must not import node:fs', 'engine/a.ts: must not import react'],
  },
  {
    desc: 'React in the store outside its hooks',
    files: { 'store/a.ts': "import 'react';", 'store/hooks.ts': "import 'react';" },
    broken: ['store/a.ts: must not import react'],
  },
  {
    desc: 'a way out of src',
    files: { 'base/a.ts': "import x from '../../tests/x';" },
    broken: ['base/a.ts: imports ../../tests/x, which lies outside src'],
  },
  {
    desc: 'files in a circle, unless it is one of types',
    files: {
      'base/a.ts': "import { b } from './b';",
      'base/b.ts': "import { c } from './c';",
      'base/c.ts': "import { a } from './a';",
      'base/d.ts': "import type { e } from './e';",
      'base/e.ts': "import { d } from './d';",
    },
    broken: ['files in a circle: base/a.ts → base/b.ts → base/c.ts → base/a.ts'],
  },
  {
    desc: 'folders in a circle, even of types',
    files: {
      'clock/a.ts': "import type { b } from '../base/b';",
      'base/b.ts': "import type { a } from '../clock/a';",
    },
    broken: ['base/b.ts: must not import clock/a', 'folders in a circle: clock → base → clock'],
  },
  {
    desc: 'wall clock, chance, timers and promises on the engine side',
    files: {
      'kubelet/a.ts': [
        'const t = Date.now();',
        'const d = new Date(0);',
        'const r = Math.random();',
        'const p = performance.now();',
        'setTimeout(f, 1); setInterval(f, 1);',
        'async function f() { await g(); }',
        'Promise.resolve();',
        'console.log(1);',
        'const w = new Worker(url);',
        'window.alert(1); document.querySelector("a");',
        'process.exit(1);',
        'const s = `now: @{Date.now()}`;',
      ]
        .map(inserting)
        .join('\n'),
    },
    broken: [
      'kubelet/a.ts:6: async (the engine side has no async and await: sync calls are step programs)',
      'kubelet/a.ts:7: Promise (the engine side has no promises)',
      'kubelet/a.ts:1: Date (the engine side has no wall clock)',
      'kubelet/a.ts:2: Date (the engine side has no wall clock)',
      'kubelet/a.ts:12: Date (the engine side has no wall clock)',
      'kubelet/a.ts:4: performance (the engine side has no wall clock)',
      'kubelet/a.ts:3: Math.random (the engine side has no chance that no seed gives)',
      'kubelet/a.ts:5: setTimeout (the engine side has no timers)',
      'kubelet/a.ts:8: console (the engine side has no console)',
      'kubelet/a.ts:9: Worker (the engine side has no workers of the browser)',
      'kubelet/a.ts:10: window (the engine side has no browser)',
      'kubelet/a.ts:10: document.querySelector (the engine side has no page)',
      'kubelet/a.ts:11: process.exit (the engine side has no Node)',
    ],
  },
  {
    desc: 'a name that says nothing',
    files: { 'base/utils.ts': '', 'views/common/a.tsx': '', 'kubelet/types.ts': '', 'api/podTypes.ts': '' },
    broken: [
      'base/utils.ts: the name says nothing about what is inside',
      'views/common/a.tsx: the name says nothing about what is inside',
      'kubelet/types.ts: the name says nothing about what is inside',
    ],
  },
];

/** Small sources in which nothing is wrong, although it looks like it. */
const INNOCENT: readonly { desc: string; files: Record<string, string> }[] = [
  {
    desc: 'words in comments, strings, regular expressions and longer names',
    files: {
      'kubelet/a.ts': [
        '// await the Promise of a Date',
        '/* console.log(Math.random()) */',
        'const a = \'async // not a comment\'; const b = "await";',
        'const c = `Promise @{awaitPodStatus} console`;',
        'const d = /["\'`]console/.test(x) ? 1 / 2 : performanceOf(x);',
        'type PodWorkerSync = { awaitPodStatus: 1; asyncness: 2 };',
        "const mode: 'import' | 'export' = 'import';",
        "const from = 'x';",
      ]
        .map(inserting)
        .join('\n'),
    },
  },
  {
    desc: 'an import that is only talked about',
    files: { 'base/a.ts': "// import { x } from '../kubelet/x';\n/** export * from '../engine/y'; */" },
  },
  {
    desc: 'promises and timers on the side of the page and of the command line',
    files: {
      'transport/a.ts': 'export const f = async () => await g();',
      'cli/a.ts': "import { readFileSync } from 'node:fs';\nconsole.log(Date.now());",
    },
  },
  {
    desc: 'types of what may only be had as types',
    files: {
      'klog/a.ts': "import type { T } from '../engine/trace';\nexport type { U } from '../machine/b';",
      'machine/b.ts': '',
      'engine/trace.ts': '',
    },
  },
];

describe('the checker', () => {
  it.each(VIOLATIONS)('finds $desc', ({ files, broken }) => {
    expect(checkArchitecture(new Map(Object.entries(files)))).toEqual(broken);
  });

  it.each(INNOCENT)('leaves alone: $desc', ({ files }) => {
    expect(checkArchitecture(new Map(Object.entries(files)))).toEqual([]);
  });

  it('knows every arrow to be between folders of the table', () => {
    const folders = Object.keys(RULES);
    const named = Object.values(RULES).flatMap(({ may, types = [] }) => [...may, ...types]);
    expect(named.map((entry) => entry.split('/')[0] ?? '').filter((name) => !folders.includes(name))).toEqual(
      [],
    );
  });

  it('keeps lines where they are', () => {
    const source = inserting("a /* x\ny */ 'b\\'c' // d\n`e @{f({ g: `h` })} i`\nj");
    const code = codeOf(source, false);
    expect(code.split('\n').map((line) => line.length)).toEqual(
      source.split('\n').map((line) => line.length),
    );
    expect(code.replace(/\s+/g, ' ')).toBe(inserting("a ' ' ` @{f({ g: ` ` })} ` j"));
  });
});
