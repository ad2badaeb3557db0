import type { Diagnostic } from '../base/result';
import type { GivenAt, ScenarioSource } from '../transport/protocol';

/** What a link stores of the runs; how they are looked at stands beside it, readable. */
export interface SharedRuns {
  readonly source: ScenarioSource;
  readonly releases: readonly string[];
  readonly seed: number | null;
  readonly given: readonly GivenAt[];
  /** The engine that made it. */
  readonly engine: string;
  /** The title, for a reader whose engine cannot open it. */
  readonly title: string;
  /** Fingerprints of the first run's trace, at even distances: `[events, 8 hex digits]`. */
  readonly checks: readonly (readonly [number, string])[];
}

/** What a link stores of the view. */
export interface SharedView {
  /** Virtual ms. */
  readonly playhead: number;
  readonly pod: string | null;
  readonly tab: string | null;
}

export interface SharedLink {
  readonly runs: SharedRuns;
  readonly view: SharedView;
}

/** The version of the payload. Links of it are read for as long as the major version of the project lasts. */
const VERSION = 1;

/** A longer link is offered as a file: mail and chat cut it. */
export const LONG_LINK = 6000;

/** Nobody's link is that long; a longer one is not even unpacked. */
const TOO_LONG = 2_000_000;

/** What a payload may unpack to. */
const TOO_LARGE = 4_000_000;

/** Nobody's run is that long, virtual ms; the engine would have to play it all before it shows anything. */
const TOO_LATE = 360_000_000;

/** The part of the URL after `#`. Nothing of it is ever sent to a server. */
export async function encodeLink({ runs, view }: SharedLink): Promise<string> {
  const params = new URLSearchParams({ t: String(view.playhead / 1000) });
  if (view.pod !== null) params.set('sel', view.pod);
  if (view.tab !== null) params.set('tab', view.tab);
  const plain = runs.source.kind === 'catalog' && runs.given.length === 0 && runs.seed === null;
  if (plain && runs.source.kind === 'catalog') {
    params.set('cmp', runs.releases.join(','));
    params.set('fp', runs.checks.map(([events, print]) => `${events}.${print}`).join('-'));
    params.set('v', runs.engine);
    return `/s/${encodeURIComponent(runs.source.name)}?${params}`;
  }
  return `/x/${VERSION}.${await pack(JSON.stringify(runs))}?${params}`;
}

/** Reads what `encodeLink` wrote. Anything else is refused with the field that is wrong. */
export async function decodeLink(hash: string): Promise<SharedLink | Diagnostic> {
  if (hash.length > TOO_LONG) return bad('the link', `is ${hash.length} characters long`);
  const match = /^#?\/(s|x)\/([^?]*)(?:\?(.*))?$/s.exec(hash);
  if (match === null) return bad('the link', 'is no link of this page');
  const [, kind, path = '', query = ''] = match;
  const params = new URLSearchParams(query);
  const seconds = Number(params.get('t') ?? '0');
  if (!Number.isFinite(seconds) || seconds < 0 || seconds * 1000 > TOO_LATE)
    return bad('t', 'is no time in seconds');
  const view: SharedView = { playhead: seconds * 1000, pod: params.get('sel'), tab: params.get('tab') };
  if (kind === 's') {
    const releases = (params.get('cmp') ?? 'v1.26,v1.27').split(',').slice(0, 2);
    const checks = (params.get('fp') ?? '').split('-').flatMap((check) => {
      const [events, print] = check.split('.');
      return print !== undefined && /^[0-9a-f]{8}$/.test(print) ? [[Number(events), print] as const] : [];
    });
    const name = safeDecode(path);
    if (name === null || !/^[a-z0-9-]{1,100}$/.test(name)) return bad('s', 'is no name of a scenario');
    const source: ScenarioSource = { kind: 'catalog', name };
    return {
      runs: { source, releases, seed: null, given: [], engine: params.get('v') ?? '', title: name, checks },
      view,
    };
  }
  const [version = '', payload = ''] = path.split(/\.(.*)/s);
  if (Number(version) > VERSION) return bad('x', `was written by a newer version of this page (${version})`);
  if (version !== String(VERSION)) return bad('x', 'has no version that this page knows');
  const text = await unpack(payload);
  if (text === null) return bad('x', 'is damaged or cut off');
  const runs = readRuns(text);
  return 'message' in runs ? runs : { runs, view };
}

function readRuns(text: string): SharedRuns | Diagnostic {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return bad('x', 'is damaged or cut off');
  }
  const runs = json as Partial<SharedRuns> | null;
  if (runs === null || typeof runs !== 'object') return bad('x', 'holds no run');
  const { source, releases, seed = null, given, engine, title, checks } = runs;
  const isSource =
    source !== undefined &&
    ((source.kind === 'catalog' && typeof source.name === 'string') ||
      (source.kind === 'text' && typeof source.text === 'string' && typeof source.file === 'string'));
  if (!isSource) return bad('source', 'is no scenario');
  if (!isListOf(releases, (release) => typeof release === 'string') || releases.length < 1)
    return bad('releases', 'names no release');
  if (seed !== null && !Number.isSafeInteger(seed)) return bad('seed', 'is no whole number');
  if (!isListOf(given, isGiven)) return bad('given', 'holds something that is no command');
  if (typeof engine !== 'string' || typeof title !== 'string') return bad('engine', 'is missing');
  const isChecks = isListOf(
    checks,
    (check) => Array.isArray(check) && typeof check[0] === 'number' && typeof check[1] === 'string',
  );
  return {
    source,
    releases: releases.slice(0, 2),
    seed,
    given,
    engine,
    title,
    checks: isChecks ? checks : [],
  };
}

const isListOf = <T>(list: readonly T[] | undefined, fits: (item: T) => boolean): list is readonly T[] =>
  Array.isArray(list) && list.length <= 10_000 && list.every(fits);

const isGiven = (given: GivenAt): boolean =>
  given !== null &&
  typeof given === 'object' &&
  Number.isFinite(given.at) &&
  given.at >= 0 &&
  given.at <= TOO_LATE &&
  typeof given.command?.do === 'string';

const bad = (field: string, what: string): Diagnostic => ({
  severity: 'error',
  path: field,
  message: `this link cannot be opened: ${field} ${what}`,
  tip: 'ask for it again, or choose a scenario above',
});

const safeDecode = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** `null` if it is damaged, or unpacks to more than anybody means. */
async function unpack(payload: string): Promise<string | null> {
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const parts: Uint8Array[] = [];
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > TOO_LARGE) return null;
      parts.push(part.value);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(
      await new Blob(parts as BlobPart[]).arrayBuffer(),
    );
  } catch {
    return null;
  }
}
