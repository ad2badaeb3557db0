import type { EvidencePort, EvidenceReply } from './evidenceProtocol';

/** A line to a reader of evidence in a worker of its own, so that a log of any length holds nothing up. */
export function evidenceWorkerPort(): EvidencePort {
  const worker = new Worker(new URL('./evidence.worker.ts', import.meta.url), { type: 'module' });
  return {
    post: (request) => worker.postMessage(request),
    onReply: (handler) => {
      worker.onmessage = ({ data }: MessageEvent<EvidenceReply>) => handler(data);
    },
    onDeath: (handler) => {
      worker.onerror = (event) => handler(event.message || 'the worker could not be started');
      worker.onmessageerror = () => handler('a message could not be read');
    },
    close: () => worker.terminate(),
  };
}
