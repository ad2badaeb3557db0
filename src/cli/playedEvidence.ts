import { simTime } from '../clock/simTime';
import { fingerprintOf } from '../engine/fingerprint';
import { LONGEST_WHOLE } from '../importers/importEvidence';
import type { OwnFile } from '../importers/ownFile';
import { isReleaseName } from '../kubelet/releases';
import { type PlayedLog, playedLog, playedScenario } from '../reproduction/playedScenario';
import { quoted } from '../scenarios/nearestWord';
import { BadInput, refuse } from './failure';
import { readLibrary } from './input';
import { runToEnd } from './run';

/**
 * Plays a scenario in its own release, or the run of the catalog that a report of `lab run --format json` tells of, which must come
 * to the same fingerprint.
 */
export function playedEvidence({ format, text }: OwnFile, label: string): PlayedLog {
  if (text.length > LONGEST_WHOLE) refuse(`${label}: too long for a file of the lab`);
  if (format === 'trace') return playedReport(text, label);
  const played = playedScenario(text, label);
  if (!played.ok) throw new BadInput(played.diagnostics);
  return played.value;
}

function playedReport(text: string, label: string): PlayedLog {
  const { scenario: name, release, seed, now, fingerprint } = fieldsOf(text, label);
  const library = readLibrary();
  const found = typeof name === 'string' && library.names().includes(name) ? library.get(name) : null;
  if (found === null || !found.ok)
    return refuse(`${label}: the catalog has no scenario ${quoted(name)}`, 'give the scenario that was run');
  if (typeof release !== 'string' || !isReleaseName(release) || typeof seed !== 'number')
    return refuse(`${label}: the report names no release and seed`, 'give what run --format json printed');
  if (typeof now !== 'number' || !Number.isInteger(now) || now < 0 || now > MOST_MS)
    return refuse(
      `${label}: the report does not say when the run ended`,
      'give what run --format json printed',
    );
  const timeline = runToEnd({ ...found.value, seed }, release, simTime(now));
  const played = fingerprintOf(timeline.events);
  if (played !== fingerprint)
    refuse(`${label}: the run is not what it was (${played}, not ${quoted(fingerprint)})`, 'run it again');
  return playedLog(timeline, label);
}

/** A day. */
const MOST_MS = 86_400_000;

function fieldsOf(text: string, label: string): { readonly [key: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as { readonly [key: string]: unknown };
  } catch {
    // Told below.
  }
  return refuse(`${label}: the report is no whole JSON`, 'give all that run --format json printed');
}
