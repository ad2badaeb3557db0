import * as v from 'valibot';
import { type Duration, duration, parseDuration } from '../clock/simTime';
import { didYouMean, quoted } from './nearestWord';

/** Releases of the kubelet that a scenario may ask for. */
export const RELEASE_NAMES = ['v1.26', 'v1.27', 'v1.31'] as const;

/** The longest time that a scenario may name. */
export const MAX_DURATION: Duration = duration(100 * 3_600_000);

/**
 * A message and its tip in one text, since a valibot issue has room for one: the line break between them is taken
 * apart in `issueDiagnostics.ts`, which also puts the field's name for a leading `{field}`.
 */
export const said = (message: string, tip?: string): string =>
  tip === undefined ? message : `${message}\n${tip}`;

/** A duration such as `2m3s`, at least `atLeast` ms. */
export const durationField = (description: string, atLeast = 0) =>
  v.pipe(
    v.string((issue) => durationMistake(issue.input)),
    v.regex(/^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/, (issue) => durationMistake(issue.input)),
    v.description(`${description} A duration with a unit: \`500ms\`, \`20s\`, \`2m3s\`, \`1h\`.`),
    v.transform((text) => parseDuration(text) ?? duration(Number.MAX_SAFE_INTEGER)),
    v.check(
      (d) => d <= MAX_DURATION,
      '{field} is longer than 100 h\na run of the model is minutes or hours long',
    ),
    v.check(
      (d) => d >= atLeast,
      said(`{field} must be at least ${atLeast}ms`, 'a loop without a pause never ends'),
    ),
  );

function durationMistake(input: unknown): string {
  const text = typeof input === 'number' ? String(input) : input;
  if (typeof text !== 'string') {
    return said(
      `{field} must be a duration, not ${quoted(input)}`,
      'write a number with a unit, such as `20s`',
    );
  }
  if (/^-[\d.]/.test(text))
    return said(`{field} is negative: ${quoted(text)}`, 'times count from the start of the run, `0s`');
  if (/^[\d.]+$/.test(text))
    return said(`{field}: a duration needs a unit, ${quoted(text)} has none`, `\`${text.slice(0, 20)}s\``);
  return said(
    `{field} is no duration: ${quoted(text)}`,
    'the units are `ms`, `s`, `m` and `h`: `500ms`, `20s`, `2m3s`, `1h`',
  );
}

/** A whole number within bounds; `unit` (`seconds`) is named in the message. */
export const wholeNumber = (description: string, from: number, to: number, unit = '') => {
  const range = to === Number.MAX_SAFE_INTEGER ? `${from} or more` : `${from} to ${to}`;
  const mistake = (issue: { readonly input: unknown }): string => {
    const meant = typeof issue.input === 'string' ? parseDuration(issue.input) : null;
    const tip =
      unit === 'seconds' && meant !== null
        ? `write the seconds without a unit: \`${Math.round(meant / 1000)}\``
        : undefined;
    return said(
      `{field} must be a whole number${unit === '' ? '' : ` of ${unit}`}, ${range}, not ${quoted(issue.input)}`,
      tip,
    );
  };
  return v.pipe(
    v.number(mistake),
    v.integer(mistake),
    v.minValue(from, mistake),
    v.maxValue(to, mistake),
    v.description(description),
  );
};

/** A text of one line or more, bounded in length. */
export const textField = (description: string, longest = 10_000) =>
  v.pipe(
    v.string(),
    v.maxLength(
      longest,
      (issue) => `{field} has ${issue.input.length} characters, at most ${longest} are read`,
    ),
    v.description(description),
  );

/** A text that says something. */
export const words = (description: string, longest = 253) =>
  v.pipe(textField(description, longest), v.regex(/\S/, '{field} is empty'));

/** A DNS-1123 label, which the names of pods, namespaces, containers and volumes are. */
export const label = (description: string) =>
  v.pipe(
    v.string(),
    v.regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, (issue) =>
      said(
        `Kubernetes takes no name such as ${quoted(issue.input)}`,
        'at most 63 small letters, digits and `-`, with a letter or digit at both ends',
      ),
    ),
    v.description(description),
  );

/** An image's name: no blanks; `{n}` is let through for the steps that count. */
export const imageField = (description: string) =>
  v.pipe(
    words(description),
    v.regex(/^[^\s{}]*(\{n\}[^\s{}]*)*$/, (issue) =>
      said(`{field} is no image: ${quoted(issue.input)}`, 'such as `web:1`'),
    ),
  );

/** One of a few words; `what` names the kind of word in the message. */
export const oneOf = <const T extends readonly string[]>(what: string, options: T, description: string) =>
  v.pipe(
    v.picklist(options, (issue) => unknownWord(what, issue.input, options)),
    v.description(description),
  );

/** The message for a word that is none of `options`. */
export function unknownWord(what: string, input: unknown, options: readonly string[]): string {
  if (typeof input !== 'string' && typeof input !== 'number') {
    return said(`{field} must be a ${what}, not ${quoted(input)}`, didYouMean('', options));
  }
  return said(`unknown ${what} ${quoted(input)}`, didYouMean(String(input), options));
}

export const flag = (description: string) => v.pipe(v.boolean(), v.description(description));
