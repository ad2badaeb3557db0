import { Exploration, MOST_STATES } from '../../src/explorer/explore';
import { parseModel } from '../../src/explorer/model';
import { releaseOf } from '../../src/kubelet/releases';
import { printTable } from './printTable';

const MODELS = [
  [
    'one API pod, many faults',
    '{ pods: { a: { ends: true } }, budget: { errors: 6, restarts: 4, updates: 6, deletes: 1 } }',
    MOST_STATES,
  ],
  ['one API pod, one error', '{ pods: { a: {} }, budget: { errors: 1, deletes: 1 } }', MOST_STATES],
  [
    'static and API pod, usual periods',
    '{ pods: { s: { static: true }, a: {} }, budget: { errors: 2, restarts: 1, readds: 1 }, periods: usual }',
    500_000,
  ],
  ['two API pods, alike', '{ pods: { a: {}, b: {} }, budget: { errors: 2 } }', MOST_STATES],
] as const;

/** How fast the explorer visits states of the search, one core. */
export function benchExplorer(): void {
  const rows = MODELS.map(([name, text, states]) => {
    const model = parseModel({ file: name, text });
    if (!model.ok) throw new Error(JSON.stringify(model.diagnostics));
    const began = performance.now();
    const exploration = new Exploration(model.value, releaseOf('v1.31'), { depth: null, states });
    while (!exploration.advance(10_000));
    const wall = (performance.now() - began) / 1000;
    const { progress } = exploration;
    const count = (n: number): string => Math.round(n).toLocaleString('en');
    return [
      name,
      count(progress.states),
      count(progress.states / wall),
      count(progress.transitions / wall),
      (progress.bytes / progress.states).toFixed(0),
    ];
  });
  printTable('The explorer (v1.31)', [['', 'states', 'states/s', 'actions/s', 'bytes a state'], ...rows]);
}
