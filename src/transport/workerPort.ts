import type { ReplyMessage } from './protocol';
import type { Port } from './simulationClient';

/** A line to a host in a worker of its own. */
export function workerPort(): Port {
  const worker = new Worker(new URL('./simulation.worker.ts', import.meta.url), { type: 'module' });
  return {
    post: (message) => worker.postMessage(message),
    onReply: (handler) => {
      worker.onmessage = ({ data }: MessageEvent<ReplyMessage>) => handler(data);
    },
    onDeath: (handler) => {
      worker.onerror = (event) => handler(event.message || 'the worker could not be started');
      worker.onmessageerror = () => handler('a message could not be read');
    },
    close: () => worker.terminate(),
  };
}
