import type { Diagnostic } from '../base/result';
import { duration, formatDuration, parseDuration } from '../clock/simTime';
import { isMadeFaultName } from '../runtime/faults';
import { MAX_STEPS } from './commandSchemas';
import { MAX_DURATION } from './fieldSchemas';
import { diagnosticAt } from './issueDiagnostics';
import { didYouMean, quoted } from './nearestWord';
import { child, type Places, type TreePath } from './places';
import { grouped } from './sourceText';
import { type TemplateNames, unknownPod } from './templateChecks';

/**
 * What takes more than one field of the steps to see. Works on the file as it was read, so that these mistakes are
 * told together with those that the schema finds; whatever has the wrong type is left to the schema.
 */
export function stepChecks(
  root: unknown,
  places: Places,
  templates: ReadonlyMap<string, TemplateNames>,
): Diagnostic[] {
  const steps = child(root, 'steps');
  if (!Array.isArray(steps)) return [];
  const found: Diagnostic[] = [];
  const report: Report = (path, message, tip) =>
    void found.push(diagnosticAt(places.find(root, path), path, message, tip));
  checkOrder(steps, report);
  checkCount(steps, report);
  checkCreatedOnce(steps, templates, report);
  const injected = new Set(
    steps.filter((s) => child(s, 'do') === 'injectFault').map((s) => child(s, 'name')),
  );
  // A fault without a name gets one when it is injected.
  const hasUnnamed = injected.has(undefined) || injected.has(null);
  const faults = [...injected].filter((name) => typeof name === 'string');
  const owners = [...templates.values()].flatMap(({ podName, uid }) =>
    uid === null ? [podName] : [podName, uid],
  );
  for (const [i, step] of steps.entries()) {
    if (found.length > ENOUGH) break;
    checkReferences(step, ['steps', i], templates, owners, report);
    checkExpectation(child(step, 'expect'), ['steps', i, 'expect'], templates, report);
    const name = child(step, 'name');
    const isKnown = typeof name !== 'string' || injected.has(name) || (hasUnnamed && isMadeFaultName(name));
    if (child(step, 'do') === 'liftFault' && !isKnown) {
      report(['steps', i, 'name'], `no step injects a fault named ${quoted(name)}`, didYouMean(name, faults));
    }
  }
  return found;
}

/** More than is shown: looking for the nearest word a thousand times over takes its time. */
const ENOUGH = 40;

/** Takes a mistake: where, what, and what to do about it. */
export type Report = (path: TreePath, message: string, tip?: string) => void;

const timeOf = (step: unknown, field = 'at'): number | null => {
  const at = child(step, field);
  return typeof at === 'string' ? parseDuration(at) : null;
};

function checkOrder(steps: readonly unknown[], report: Report): void {
  for (const [i, step] of steps.entries()) {
    const [before, now] = [timeOf(steps[i - 1]), timeOf(step)];
    if (before === null || now === null || now >= before) continue;
    const times = `step ${i + 1} is at \`${formatDuration(duration(now))}\`, step ${i} before it at \`${formatDuration(duration(before))}\``;
    report(['steps', i, 'at'], `steps are out of order: ${times}`, 'write the steps in order of time');
  }
}

function checkCount(steps: readonly unknown[], report: Report): void {
  let total = 0;
  for (const [i, step] of steps.entries()) {
    const repeat = child(step, 'repeat');
    const times = child(repeat, 'times');
    const count = typeof times === 'number' && times >= 1 ? times : 1;
    if (total <= MAX_STEPS && total + count > MAX_STEPS) {
      report(['steps', i], `more than ${grouped(MAX_STEPS)} steps, repeats written out`);
    }
    total += count;
    const end = (timeOf(step) ?? 0) + (count - 1) * (timeOf(repeat, 'every') ?? 0);
    if (repeat !== undefined && end > MAX_DURATION && count <= MAX_STEPS)
      report(['steps', i, 'repeat'], 'the last repeat is later than 100 h');
    const image = child(step, 'image');
    if (repeat === undefined && typeof image === 'string' && image.includes('{n}')) {
      report(
        ['steps', i, 'image'],
        '`{n}` counts repeats, and this step has none',
        'add `repeat: { times: 3, every: 1s }`',
      );
    }
  }
}

/** The API server has one pod of a name; static pods of one name are for the kubelet to sort out. */
function checkCreatedOnce(
  steps: readonly unknown[],
  templates: ReadonlyMap<string, TemplateNames>,
  report: Report,
): void {
  const owners = new Map<string, string>();
  for (const [i, step] of steps.entries()) {
    const pod = child(step, 'pod');
    const template =
      child(step, 'do') === 'createPod' && typeof pod === 'string' ? templates.get(pod) : undefined;
    if (template === undefined || typeof pod !== 'string') continue;
    const name = `${template.namespace}/${template.podName}`;
    const owner = owners.get(name) ?? pod;
    owners.set(name, owner);
    if (owner === pod) continue;
    const message = `two pods with one name: ${quoted(owner)} and ${quoted(pod)} are both ${quoted(name)} in the API server`;
    report(['steps', i, 'pod'], message, 'give one another podName or namespace, or make it a static pod');
  }
}

/** Whether the pod and the container of a command exist; what is wrong goes to `report`. */
export function checkReferences(
  step: unknown,
  path: TreePath,
  templates: ReadonlyMap<string, TemplateNames>,
  owners: readonly string[],
  report: Report,
): void {
  const pod = child(step, 'pod');
  if (typeof pod !== 'string' || child(step, 'do') === undefined) return;
  const command = child(step, 'do');
  if (command === 'injectFault' || command === 'liftFault') {
    // The kubelet knows a static pod by its name and the node's: `web-node-1`.
    const isKnown = templates.has(pod) || owners.some((name) => pod === name || pod.startsWith(`${name}-`));
    if (!isKnown) report([...path, 'pod'], ...unknownPod(pod, templates, owners));
    return;
  }
  const template = templates.get(pod);
  if (template === undefined) return report([...path, 'pod'], ...unknownPod(pod, templates));
  const container = child(step, 'container');
  if (typeof container === 'string' && !template.containers.includes(container)) {
    report(
      [...path, 'container'],
      `pod ${quoted(pod)} has no container ${quoted(container)}`,
      didYouMean(container, template.containers),
    );
  }
}

const ABOUT_A_POD = ['worker', 'kubectl', 'runtime', 'stuck', 'image', 'mirrorPod'] as const;

function checkExpectation(
  expectation: unknown,
  path: TreePath,
  templates: ReadonlyMap<string, TemplateNames>,
  report: Report,
): void {
  if (
    expectation === undefined ||
    expectation === null ||
    typeof expectation !== 'object' ||
    Array.isArray(expectation)
  )
    return;
  const pod = child(expectation, 'pod');
  const asked = ABOUT_A_POD.find((field) => child(expectation, field) !== undefined);
  if (typeof pod === 'string' && !templates.has(pod)) report([...path, 'pod'], ...unknownPod(pod, templates));
  if (asked !== undefined && pod === undefined)
    report(
      path,
      `\`${asked}\` is expected of a pod, but \`pod\` is missing`,
      'add `pod:` and a name under `pods`',
    );
  const known: readonly string[] = [...ABOUT_A_POD, 'metrics', 'pod', 'releases'];
  const misspelt = Object.keys(expectation).some((key) => !known.includes(key));
  if (asked === undefined && child(expectation, 'metrics') === undefined && !misspelt) {
    report(
      path,
      'this expectation checks nothing',
      `add one of ${[...ABOUT_A_POD, 'metrics'].map((f) => `\`${f}\``).join(', ')}`,
    );
  }
}
