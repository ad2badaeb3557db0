import { parseArgs } from 'node:util';
import { type Duration, parseDuration } from '../clock/simTime';
import { isReleaseName, RELEASE_NAMES, type ReleaseName } from '../kubelet/releases';
import { didYouMean } from '../scenarios/nearestWord';
import { refuse } from './failure';

/** The options of a verb: every one takes a value, those with a short form name it. */
export type OptionTable = Readonly<Record<string, { readonly short?: string }>>;

export interface Arguments<Options extends OptionTable> {
  readonly positionals: readonly string[];
  readonly values: { readonly [Name in keyof Options]?: string };
}

/** Reads a verb's arguments; an option that it does not have, or one without its value, is refused with a tip. */
export function readArguments<const Options extends OptionTable>(
  args: readonly string[],
  options: Options,
  allowed: { readonly min: number; readonly max: number; readonly what: string },
): Arguments<Options> {
  for (const arg of args) {
    const name = /^--([^=]+)/.exec(arg)?.[1];
    if (name !== undefined && !(name in options)) {
      refuse(`unknown option --${name}`, didYouMean(name, Object.keys(options)));
    }
  }
  const table = Object.fromEntries(
    Object.entries(options).map(([name, o]) => [name, { type: 'string' as const, ...o }]),
  );
  try {
    const { positionals, values } = parseArgs({ args: [...args], options: table, allowPositionals: true });
    if (positionals.length < allowed.min)
      refuse(`${allowed.what} is missing`, 'npm run -s lab -- help shows how');
    if (positionals.length > allowed.max)
      refuse(`too many arguments: ${positionals.slice(allowed.max).join(' ')}`);
    return { positionals, values: values as Arguments<Options>['values'] };
  } catch (error) {
    if (error instanceof TypeError)
      return refuse(error.message.split('\n')[0] ?? 'arguments that cannot be read');
    throw error;
  }
}

/** A release by name. */
export function releaseArgument(value: string): ReleaseName {
  if (isReleaseName(value)) return value;
  return refuse(`unknown release ${value}`, `${didYouMean(value, RELEASE_NAMES)}`);
}

/** A duration such as `120s`. */
export function durationArgument(option: string, value: string): Duration {
  const d = parseDuration(value);
  if (d === null)
    return refuse(`--${option} is no duration: ${value}`, 'a number with a unit: 500ms, 20s, 2m3s, 1h');
  if (d > 360_000_000) return refuse(`--${option} is too long: ${value}`, 'at most 100h');
  return d;
}

/** A whole number from 0. */
export function countArgument(option: string, value: string): number {
  const n = Number(value);
  if (value.trim() === '' || !Number.isSafeInteger(n) || n < 0)
    refuse(`--${option} is no whole number from 0: ${value}`);
  return n;
}

/** One word of a few. */
export function wordArgument<const Words extends readonly string[]>(
  option: string,
  value: string,
  words: Words,
): Words[number] {
  if (words.includes(value)) return value;
  return refuse(`--${option} cannot be ${value}`, `one of ${words.join(', ')}`);
}
