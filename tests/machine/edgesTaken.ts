import type { PodEvent } from '../../src/machine/podEvents';
import type { PodMachine } from '../../src/machine/podMachine';
import type { PodSnapshot } from '../../src/machine/step';

/** Ids of the chart's edges that `event` takes, by xstate's own choice of transitions. */
export function edgesTaken(machine: PodMachine, snapshot: PodSnapshot, event: PodEvent): string[] {
  return machine.getTransitionData(snapshot, event).map((transition) => {
    const { source, eventType } = transition;
    const index = source.transitions.get(eventType)?.indexOf(transition) ?? -1;
    return `${source.id}/${eventType}/${index}`;
  });
}
