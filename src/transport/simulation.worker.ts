import { pageLibrary } from './catalog';
import type { RequestMessage } from './protocol';
import { SimulationHost, transferablesOf } from './simulationHost';

const host = new SimulationHost(pageLibrary());
self.onmessage = ({ data }: MessageEvent<RequestMessage>) => {
  const reply = host.handle(data);
  self.postMessage(reply, { transfer: transferablesOf(reply) });
};
