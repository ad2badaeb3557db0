import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Exploration } from '../../src/explorer/explore';
import { type Model, parseModel } from '../../src/explorer/model';
import { type ReleaseName, releaseOf } from '../../src/kubelet/releases';

const FOLDER = fileURLToPath(new URL('../../src/explorer/catalog/', import.meta.url));

/** The names of the models that come with the project. */
export const MODELS = readdirSync(FOLDER).map((file) => file.replace('.yaml', ''));

/** A model of the catalog. */
export const catalogModel = (name: string): Model => modelOf(readFileSync(`${FOLDER}${name}.yaml`, 'utf8'));

/** A model from its text. */
export function modelOf(text: string): Model {
  const model = parseModel({ file: 'test', text });
  if (!model.ok) throw new Error(JSON.stringify(model.diagnostics));
  return model.value;
}

/** Explores a model to its end. */
export function explored(model: Model, release: ReleaseName, depth: number | null = null): Exploration {
  const exploration = new Exploration(model, releaseOf(release), { depth, states: 1_000_000 });
  while (!exploration.advance(1000));
  return exploration;
}
