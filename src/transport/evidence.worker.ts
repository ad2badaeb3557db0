import { EvidenceHost } from './evidenceHost';
import type { EvidenceRequest } from './evidenceProtocol';

const host = new EvidenceHost(
  (reply) => self.postMessage(reply),
  () => performance.now(),
  async () => (await import('./reproductionTools')).REPRODUCTION_TOOLS,
);
self.onmessage = ({ data }: MessageEvent<EvidenceRequest>) => void host.handle(data);
