import type { RequestMessage } from './protocol';
import type { SimulationHost } from './simulationHost';

/** Loads the tools that a message takes and hands them to the host; what has been loaded once is there at once. */
export async function equipFor(host: SimulationHost, { wants }: RequestMessage): Promise<void> {
  const writes = (text: string): boolean => wants.some((want) => want.type === 'text' && want.what === text);
  const reads = wants.some(
    (want) => want.type === 'open' && (want.source.kind === 'text' || want.given.length > 0),
  );
  if (reads || writes('scenario')) host.equip((await import('./scenarioTools')).SCENARIO_TOOLS);
  if (wants.some(({ type }) => type === 'churn')) host.equip((await import('./churnTools')).CHURN_TOOLS);
  if (writes('klog')) host.equip((await import('./klogTools')).KLOG_TOOLS);
}
