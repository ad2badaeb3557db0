import { readdirSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Model, parseModel } from '../explorer/model';
import type { Scenario } from '../scenarios/command';
import { type Library, makeLibrary } from '../scenarios/library';
import { nearestWord } from '../scenarios/nearestWord';
import { parseScenario } from '../scenarios/parseScenario';
import { MAX_SCENARIO_BYTES } from '../scenarios/sourceText';
import { BadInput, refuse } from './failure';

const CATALOG = fileURLToPath(new URL('../scenarios/catalog/', import.meta.url));
const MODELS = fileURLToPath(new URL('../explorer/catalog/', import.meta.url));

/** The scenarios that come with the project. */
export function readLibrary(): Library {
  const files = readdirSync(CATALOG).filter((name) => name.endsWith('.yaml'));
  return makeLibrary(
    new Map(files.map((name) => [basename(name, '.yaml'), readFileSync(`${CATALOG}${name}`, 'utf8')])),
  );
}

/** What the reader asked for: a name of the catalog, a file, or `-` for standard input. */
export interface NamedScenario {
  readonly name: string;
  readonly scenario: Scenario;
}

/** Reads a scenario. Refuses, with file, line and tip, what is none. */
export function readScenario(what: string): NamedScenario {
  const library = readLibrary();
  const isName = library.names().includes(what);
  const result = isName
    ? library.get(what)
    : parseScenario({
        file: what === '-' ? 'standard input' : what,
        bytes: readBytes(what, (word) => library.nearest(word), 'a scenario of the catalog'),
      });
  if (!result.ok) throw new BadInput(result.diagnostics);
  return { name: isName ? what : basename(what).replace(/\.(ya?ml|json)$/, ''), scenario: result.value };
}

/** The bytes of a file or of standard input, never much more than a scenario may have. */
function readBytes(what: string, nearest: (word: string) => string | null, kind: string): Uint8Array {
  try {
    if (what === '-') return readStart(0, MAX_SCENARIO_BYTES + 1);
    const { size } = statSync(what);
    // One byte more than is allowed is enough to be told that it is too much.
    if (size > MAX_SCENARIO_BYTES)
      refuse(`${what}: ${size} bytes are too much for a scenario`, `at most ${MAX_SCENARIO_BYTES}`);
    return readFileSync(what);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') {
      const near = nearest(what);
      return refuse(
        `neither ${kind} nor a file: ${what}`,
        near === null ? 'npm run -s lab -- help lists the catalog' : `did you mean ${near}?`,
      );
    }
    const named = what === '-' ? 'standard input' : what;
    if (code !== undefined) return refuse(`${named} cannot be read: ${code}`, 'give a file, or - for a pipe');
    throw error;
  }
}

/** What can be read, up to `most` bytes: a pipe may have no end. */
function readStart(fd: number, most: number): Uint8Array {
  const parts: Buffer[] = [];
  for (let size = 0; size < most; ) {
    const part = Buffer.alloc(65_536);
    const read = readSync(fd, part);
    if (read === 0) break;
    parts.push(part.subarray(0, read));
    size += read;
  }
  return Buffer.concat(parts);
}

/** A model for the explorer, under the name that it was asked for by. */
export interface NamedModel {
  readonly name: string;
  readonly model: Model;
}

/** Reads a model: a name of the explorer's catalog, a file, or `-`. Refuses, with file, line and tip, what is none. */
export function readModel(what: string): NamedModel {
  const names = modelNames();
  const path = names.includes(what) ? `${MODELS}${what}.yaml` : what;
  const result = parseModel({
    file: what === '-' ? 'standard input' : what,
    bytes: readBytes(path, (word) => nearestWord(word, names), 'a model of the catalog'),
  });
  if (!result.ok) throw new BadInput(result.diagnostics);
  return { name: basename(what).replace(/\.(ya?ml|json)$/, ''), model: result.value };
}

/** The models that come with the project, in alphabetical order. */
export const modelNames = (): readonly string[] =>
  readdirSync(MODELS)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => basename(name, '.yaml'))
    .sort();

/** No saved file is larger, bytes. */
const MAX_SAVED_BYTES = 400_000_000;

/** The text of a file that an earlier run wrote. */
export function readText(file: string): string {
  return attempt(file, 'read', () => {
    const { size } = statSync(file);
    if (size > MAX_SAVED_BYTES) refuse(`${file}: ${size} bytes are too much`, `at most ${MAX_SAVED_BYTES}`);
    return readFileSync(file, 'utf8');
  });
}

/** Writes a file; one that is there is replaced. */
export const writeText = (file: string, text: string): void =>
  attempt(file, 'written', () => writeFileSync(file, text));

function attempt<T>(file: string, what: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined) return refuse(`${file} cannot be ${what}: ${code}`);
    throw error;
  }
}
