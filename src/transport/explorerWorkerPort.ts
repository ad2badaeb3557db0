import type { ExplorerPort, ExplorerReply } from './explorerProtocol';

/** A line to the explorer in a worker of its own, so that neither the page nor its runs wait for it. */
export function explorerWorkerPort(): ExplorerPort {
  const worker = new Worker(new URL('./explorer.worker.ts', import.meta.url), { type: 'module' });
  return {
    post: (request) => worker.postMessage(request),
    onReply: (handler) => {
      worker.onmessage = ({ data }: MessageEvent<ExplorerReply>) => handler(data);
    },
    onDeath: (handler) => {
      worker.onerror = (event) => handler(event.message || 'the worker could not be started');
      worker.onmessageerror = () => handler('a message could not be read');
    },
    close: () => worker.terminate(),
  };
}
