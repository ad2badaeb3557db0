import type { ReplyMessage } from './protocol';
import type { Port } from './simulationClient';
import type { SimulationHost } from './simulationHost';

/** A line to a host in the same process: answers before `post` returns. For tests and for pages without workers. */
export function localPort(host: SimulationHost): Port {
  let handler: (reply: ReplyMessage) => void = () => {};
  return {
    post: (message) => handler(host.handle(message)),
    onReply: (given) => {
      handler = given;
    },
    onDeath: () => {},
    close: () => {},
  };
}
