import type { ImportedPod, PodObject } from '../importers/importedRun';
import { calledBy } from './names';
import { COMMAND, type LogStep } from './podScript';
import type { Notes } from './reproduction';

/** An object has no story, only a state: what led to it is given so much time, in ms. */
const RUNS = 10_000;
const ENDS = 5000;

/** What an object alone lets one do: it is made, its containers end if they have, it is deleted if it is being deleted. */
export function objectScript(
  pod: ImportedPod,
  object: PodObject,
  template: string,
  isStatic: boolean,
  notes: Notes,
): readonly LogStep[] {
  const step = (at: number, command: LogStep['command']): LogStep => ({
    when: { at },
    rank: COMMAND,
    command,
  });
  const steps = [step(0, { do: isStatic ? 'createStaticPod' : 'createPod', pod: template })];
  for (const { name, state, exitCode } of object.containers.slice(0, 1)) {
    if (state !== 'terminated' || name === '') continue;
    const code = Math.min(255, Math.max(0, exitCode ?? 0));
    steps.push(step(ENDS, { do: 'exitContainer', pod: template, container: null, exitCode: code }));
  }
  if (object.deletionTimestamp !== null) {
    const { deletionGracePeriod } = object;
    const gracePeriod =
      deletionGracePeriod === null ? null : Math.min(86_400, Math.max(0, deletionGracePeriod));
    steps.push(
      step(RUNS, { do: 'deletePod', pod: template, gracePeriod: gracePeriod === 0 ? null : gracePeriod }),
    );
  }
  notes.say(`assumed: ${calledBy(pod)} is known by its object alone, so the times are made up`);
  return steps;
}
