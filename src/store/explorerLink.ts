import type { Diagnostic } from '../base/result';
import { pack, unpack } from './linkPayload';
import { RELEASE_NAMES } from './vocabulary';

/** What a link to an exploration holds: a model of the catalog by name, or a model file. */
export interface SharedModel {
  readonly name: string | null;
  /** Empty with a `name`. */
  readonly text: string;
  readonly release: string;
  /** Longest trace; `null`: no bound. */
  readonly depth: number | null;
}

/** The version of the payload. */
const VERSION = 1;

/** No model file is that long. */
const TOO_LONG = 20_000;

/** Nobody waits for longer traces. */
const TOO_DEEP = 1000;

/** Is this hash (without the `#`) a link to an exploration? */
export const isExplorerLink = (hash: string): boolean => hash.startsWith('/e/');

/** The part of the URL after `#`. Nothing of it is ever sent to a server. */
export async function encodeExplorerLink({ name, text, release, depth }: SharedModel): Promise<string> {
  const params = new URLSearchParams({ in: release });
  if (depth !== null) params.set('depth', String(depth));
  const what = name === null ? `${VERSION}.${await pack(text)}` : encodeURIComponent(name);
  return `/e/${what}?${params}`;
}

/** Reads what `encodeExplorerLink` wrote. Anything else is refused with the field that is wrong; a model file is checked by its reader. */
export async function decodeExplorerLink(hash: string): Promise<SharedModel | Diagnostic> {
  if (hash.length > TOO_LONG) return bad('the link', `is ${hash.length} characters long`);
  const match = /^\/e\/([^?]*)(?:\?(.*))?$/s.exec(hash);
  if (match === null) return bad('the link', 'is no link of this page');
  const [, path = '', query = ''] = match;
  const params = new URLSearchParams(query);
  const release = params.get('in') ?? 'v1.26';
  if (!(RELEASE_NAMES as readonly string[]).includes(release))
    return bad('in', 'names no release of this page', `the releases are ${RELEASE_NAMES.join(', ')}`);
  const given = params.get('depth');
  const depth = given === null ? null : Number(given);
  if (depth !== null && !(Number.isSafeInteger(depth) && depth >= 1 && depth <= TOO_DEEP))
    return bad('depth', `is no whole number from 1 to ${TOO_DEEP}`);
  if (/^[a-z0-9-]{1,100}$/.test(path)) return { name: path, text: '', release, depth };
  const [version = '', payload = ''] = path.split(/\.(.*)/s);
  if (/^\d+$/.test(version) && Number(version) > VERSION)
    return bad('e', `was written by a newer version of this page (${version})`);
  if (version !== String(VERSION)) return bad('e', 'names no model and holds none');
  const text = await unpack(payload);
  if (text === null || text.length > TOO_LONG) return bad('e', 'is damaged or cut off');
  return { name: null, text, release, depth };
}

const bad = (
  field: string,
  what: string,
  tip = 'ask for it again, or fill in the form of the Explorer',
): Diagnostic => ({
  severity: 'error',
  path: field,
  message: `this link cannot be opened: ${field} ${what}`,
  tip,
});
