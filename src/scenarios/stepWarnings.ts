import type { Diagnostic } from '../base/result';
import { parseDuration } from '../clock/simTime';
import { diagnosticAt } from './issueDiagnostics';
import { quoted } from './nearestWord';
import { child, type Places, type TreePath } from './places';

/** Operations that are about the whole node: a fault in them that names a pod hits nothing. */
const NODE_WIDE: ReadonlySet<unknown> = new Set(['Status', 'ListPodSandbox', 'ListContainers']);

/** What is allowed in a valid file but probably not meant. */
export function stepWarnings(root: unknown, places: Places): Diagnostic[] {
  const found: Diagnostic[] = [];
  const warn = (path: TreePath, message: string, tip: string): void => {
    found.push({ ...diagnosticAt(places.find(root, path), path, message, tip), severity: 'warning' });
  };
  const steps = child(root, 'steps');
  const until = timeOf(root, 'until');
  for (const [i, step] of Array.isArray(steps) ? steps.entries() : []) {
    if (
      child(step, 'do') === 'injectFault' &&
      child(step, 'pod') !== undefined &&
      NODE_WIDE.has(child(step, 'operation'))
    ) {
      const message = `${quoted(child(step, 'operation'))} is asked for the whole node: with \`pod\` this fault hits nothing`;
      warn(['steps', i, 'pod'], message, 'remove `pod`');
    }
    const at = timeOf(step, 'at');
    if (until !== null && at !== null && at > until) {
      warn(
        ['steps', i, 'at'],
        'this step is later than `until` and never happens',
        'raise `until`, or remove it',
      );
    }
  }
  return found.slice(0, 20);
}

function timeOf(container: unknown, field: string): number | null {
  const text = child(container, field);
  return typeof text === 'string' ? parseDuration(text) : null;
}
