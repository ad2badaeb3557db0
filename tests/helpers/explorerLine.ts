import { ExplorerHost } from '../../src/transport/explorerHost';
import type {
  ExplorerPort,
  ExplorerReply,
  ExplorerRequest,
  NamedModel,
} from '../../src/transport/explorerProtocol';

/** A line to an explorer in this process that answers when it is told to. */
export class ExplorerLine {
  readonly asked: ExplorerRequest[] = [];
  private waiting: ExplorerRequest[] = [];
  private heard: (reply: ExplorerReply) => void = () => {};
  private ended: (why: string) => void = () => {};
  private host: ExplorerHost;

  /** A clock that is a whole slice on whenever it is looked at: every answer is about as little as can be. */
  constructor(private readonly models: readonly NamedModel[] = []) {
    this.host = this.newHost();
  }

  readonly port = (): ExplorerPort => ({
    post: (request) => {
      this.asked.push(request);
      this.waiting.push(request);
    },
    onReply: (handler) => {
      this.heard = handler;
    },
    onDeath: (handler) => {
      this.ended = handler;
    },
    close: () => {
      this.waiting = [];
      this.host = this.newHost();
    },
  });

  /** Answers what waits, at most so many requests; true if there was something to answer. */
  answer(most = Number.POSITIVE_INFINITY): boolean {
    for (let i = 0; i < most; i++) {
      const request = this.waiting.shift();
      if (request === undefined) return i > 0;
      this.heard(structuredClone(this.host.handle(structuredClone(request))));
    }
    return true;
  }

  die(why: string): void {
    this.waiting = [];
    this.ended(why);
  }

  private newHost(): ExplorerHost {
    let clock = 0;
    return new ExplorerHost(this.models, () => (clock += 100));
  }
}
