import { equipFor } from './equipFor';
import type { RequestMessage } from './protocol';
import { SimulationHost, transferablesOf } from './simulationHost';

const started = import('./catalog').then(({ pageLibrary }) => new SimulationHost(pageLibrary()));
self.onmessage = async ({ data }: MessageEvent<RequestMessage>) => {
  const host = await started;
  await equipFor(host, data);
  const reply = host.handle(data);
  self.postMessage(reply, { transfer: transferablesOf(reply) });
};
// A chunk that cannot be loaded ends the worker's work as any other error of it does.
self.addEventListener('unhandledrejection', ({ reason }) => reportError(reason));
