import { pageLibrary } from './catalog';
import type { RequestMessage } from './protocol';
import { needsTools, SimulationHost, transferablesOf } from './simulationHost';

const host = new SimulationHost(pageLibrary());
self.onmessage = async ({ data }: MessageEvent<RequestMessage>) => {
  if (needsTools(data)) host.equip((await import('./scenarioTools')).SCENARIO_TOOLS);
  const reply = host.handle(data);
  self.postMessage(reply, { transfer: transferablesOf(reply) });
};
