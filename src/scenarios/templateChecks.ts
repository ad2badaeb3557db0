import type { Diagnostic } from '../base/result';
import { diagnosticAt } from './issueDiagnostics';
import { didYouMean, quoted } from './nearestWord';
import { child, type Places, type TreePath } from './places';

/** What the checks of steps need to know about a template, read from the file before it is known to be valid. */
export interface TemplateNames {
  readonly podName: string;
  readonly namespace: string;
  readonly uid: string | null;
  readonly containers: readonly string[];
}

/** The templates of a file, as far as they can be made out. */
export function templateNames(root: unknown): ReadonlyMap<string, TemplateNames> {
  const pods = child(root, 'pods');
  const names = new Map<string, TemplateNames>();
  for (const [key, template] of pods instanceof Map ? pods : []) {
    names.set(key, {
      podName: text(child(template, 'podName')) ?? key,
      namespace: text(child(template, 'namespace')) ?? 'default',
      uid: text(child(template, 'uid')),
      containers: [
        ...containerNames(template, 'initContainers'),
        ...containerNames(template, 'containers'),
      ].map(({ name }) => name),
    });
  }
  return names;
}

/** Names that a pod may have once only: those of its containers and of its volumes. */
export function templateChecks(root: unknown, places: Places): Diagnostic[] {
  const pods = child(root, 'pods');
  const found: Diagnostic[] = [];
  for (const [key, template] of pods instanceof Map ? pods : []) {
    const containers = [
      ...containerNames(template, 'initContainers'),
      ...containerNames(template, 'containers'),
    ];
    const volumes = list(child(template, 'volumes')).map((name, i) => ({ name, path: ['volumes', i] }));
    for (const [kind, named] of [
      ['containers', containers],
      ['volumes', volumes],
    ] as const) {
      const seen = new Set<unknown>();
      for (const { name, path } of named) {
        if (seen.has(name) && typeof name === 'string') {
          const where: TreePath = ['pods', key, ...path];
          found.push(
            diagnosticAt(
              places.find(root, where),
              where,
              `two ${kind} of pod ${quoted(key)} have the name ${quoted(name)}`,
            ),
          );
        }
        seen.add(name);
      }
    }
  }
  return found;
}

/** A pod that no template defines, and what may have been meant. */
export function unknownPod(
  name: string,
  templates: ReadonlyMap<string, unknown>,
  more: readonly string[] = [],
): [message: string, tip: string] {
  const known = [...new Set([...templates.keys(), ...more])];
  const tip =
    known.length === 0 ? `define it: \`pods: { ${name.slice(0, 63)}: {} }\`` : didYouMean(name, known);
  return [`no template defines the pod ${quoted(name)}`, tip];
}

function containerNames(template: unknown, field: 'containers' | 'initContainers') {
  const given = child(template, field);
  if (given === undefined && field === 'containers') return [{ name: 'app', path: [field] as TreePath }];
  return list(given).map((container, i) => {
    const name = text(child(container, 'name'));
    return {
      name: name ?? DEFAULT_CONTAINER_NAMES[field],
      path: [field, i, ...(name === null ? [] : ['name'])] as TreePath,
    };
  });
}

/** What a container is called that has no name in the file. */
export const DEFAULT_CONTAINER_NAMES = { containers: 'app', initContainers: 'init' } as const;

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
