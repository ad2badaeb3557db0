import type { Diagnostic } from '../base/result';
import type { GivenAt, ScenarioSource } from '../transport/protocol';
import { RELEASE_NAMES } from '../transport/vocabulary';
import { pack, unpack } from './linkPayload';

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
  /** A trace event of the first run: the moment is the one right after it, not the end of its millisecond. */
  readonly event: number | null;
  readonly tab: string | null;
}

export interface SharedLink {
  readonly runs: SharedRuns;
  readonly view: SharedView;
}

/** The version of the payload. Links of it are read for as long as the major version of the project lasts. */
const VERSION = 1;

/** Nobody's link is that long; a longer one is not even unpacked. */
const TOO_LONG = 2_000_000;

/** The longest time that a link may name, hours, as in a scenario's file. */
const MAX_HOURS = 100;

/** A text from a link that is only shown: no more of it than is read. */
const SHORT = 200;

/** The part of the URL after `#`. Nothing of it is ever sent to a server. */
export async function encodeLink({ runs, view }: SharedLink): Promise<string> {
  const params = new URLSearchParams({ t: String(view.playhead / 1000) });
  if (view.event !== null) params.set('ev', String(view.event));
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
  if (!isTime(seconds * 1000)) return bad('t', `is no time in seconds, at most ${MAX_HOURS} h`);
  const event = params.get('ev');
  if (event !== null && !/^\d{1,15}$/.test(event)) return bad('ev', 'is no number of an event');
  const view: SharedView = {
    // A thousandth of a millisecond: what is lost beyond it is the noise of the multiplication.
    playhead: Math.round(seconds * 1e6) / 1000,
    event: event === null ? null : Number(event),
    pod: params.get('sel')?.slice(0, SHORT) ?? null,
    tab: params.get('tab'),
  };
  if (kind === 's') {
    const name = safeDecode(path);
    if (name === null || !/^[a-z0-9-]{1,100}$/.test(name)) return bad('s', 'is no name of a scenario');
    const releases = (params.get('cmp') ?? 'v1.26,v1.27').split(',');
    const stranger = strangeRelease(releases);
    if (stranger !== null) return bad('cmp', stranger, RELEASE_TIP);
    const prints = params.get('fp') ?? '';
    const checks = readChecks(
      (prints === '' ? [] : prints.split('-')).map((check) => {
        const [events, print] = check.split('.');
        return [Number(events), print];
      }),
    );
    if (checks === null) return bad('fp', 'is no list of fingerprints');
    const source: ScenarioSource = { kind: 'catalog', name };
    const engine = (params.get('v') ?? '').slice(0, SHORT);
    return { runs: { source, releases, seed: null, given: [], engine, title: name, checks }, view };
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
    source !== null &&
    ((source.kind === 'catalog' && typeof source.name === 'string') ||
      (source.kind === 'text' &&
        typeof source.text === 'string' &&
        typeof source.file === 'string' &&
        source.file.length <= SHORT));
  if (!isSource) return bad('source', 'is no scenario');
  if (!Array.isArray(releases) || releases.length < 1)
    return bad('releases', 'names no release', RELEASE_TIP);
  const stranger = strangeRelease(releases);
  if (stranger !== null) return bad('releases', stranger, RELEASE_TIP);
  if (seed !== null && !(Number.isSafeInteger(seed) && seed >= 0))
    return bad('seed', 'is no whole number, 0 or more');
  if (!Array.isArray(given)) return bad('given', 'is no list of commands');
  if (given.length > MOST) return bad('given', `has ${given.length} commands, at most ${MOST} are read`);
  const wrong = given.map(givenMistake).find((mistake) => mistake !== null);
  if (wrong !== undefined) return wrong;
  if (typeof engine !== 'string' || typeof title !== 'string') return bad('engine', 'is missing');
  const prints = Array.isArray(checks) ? readChecks(checks) : null;
  if (prints === null) return bad('checks', 'is no list of fingerprints');
  return {
    // Field by field, so that nothing that was not looked at comes along.
    source:
      source.kind === 'catalog'
        ? { kind: 'catalog', name: source.name }
        : { kind: 'text', file: source.file, text: source.text },
    releases,
    seed,
    given: given.map(({ at, command }) => ({ at, command })),
    engine: engine.slice(0, SHORT),
    title: title.slice(0, SHORT),
    checks: prints,
  };
}

/** As many commands, or fingerprints, as anybody's link has. */
const MOST = 10_000;

/** What a link's commands say is the worker's to read; here only that they are some, at a time that a run can come to. */
function givenMistake(given: unknown, i: number): Diagnostic | null {
  const { at, command } = (given ?? {}) as { readonly at?: unknown; readonly command?: unknown };
  if (typeof at !== 'number' || !isTime(at))
    return bad(`given[${i}].at`, `is no time in milliseconds, at most ${MAX_HOURS} h`);
  if (command === null || typeof command !== 'object' || Array.isArray(command))
    return bad(`given[${i}].command`, 'is no command');
  // A command is flat: a deeper one could not even be handed to the worker.
  const deep = Object.entries(command).find(([, value]) => typeof value === 'object' && value !== null);
  return deep === undefined ? null : bad(`given[${i}].command`, `has no plain value at ${quoted(deep[0])}`);
}

const isTime = (ms: number): boolean => ms >= 0 && ms <= MAX_HOURS * 3_600_000;

/** `null`: one or two releases of this page. */
function strangeRelease(releases: readonly unknown[]): string | null {
  if (releases.length > 2) return `names ${releases.length} releases, at most 2 are compared`;
  const stranger = releases.find((release) => !RELEASE_NAMES.some((known) => known === release));
  return stranger === undefined ? null : `names a release that there is not: ${quoted(stranger)}`;
}

const RELEASE_TIP = `this page has ${RELEASE_NAMES.join(', ')}`;

const quoted = (value: unknown): string => JSON.stringify(value)?.slice(0, SHORT) ?? 'nothing';

/** Numbers of events in rising order, each with the fingerprint of so many; `null` if it is no such list. */
function readChecks(list: readonly unknown[]): SharedRuns['checks'] | null {
  const checks: (readonly [number, string])[] = [];
  let before = 0;
  for (const check of list) {
    const [events, print] = Array.isArray(check) ? (check as readonly unknown[]) : [];
    const fits =
      typeof events === 'number' && Number.isSafeInteger(events) && events > before && checks.length < MOST;
    if (!fits || typeof print !== 'string' || !/^[0-9a-f]{8}$/.test(print)) return null;
    before = events;
    checks.push([events, print]);
  }
  return checks;
}

const bad = (
  field: string,
  what: string,
  tip = 'ask for it again, or choose a scenario above',
): Diagnostic => ({
  severity: 'error',
  path: field,
  message: `this link cannot be opened: ${field} ${what}`,
  tip,
});

const safeDecode = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};
