import { type Give, PROTOCOL_VERSION, type ReplyMessage, type RequestMessage, type Want } from './protocol';

/** A line to a host, in a worker or in this process. */
export interface Port {
  post(message: RequestMessage): void;
  onReply(handler: (reply: ReplyMessage) => void): void;
  /** The other side has died; nothing more will come. */
  onDeath(handler: (why: string) => void): void;
  close(): void;
}

/** Wants of which only the newest of a run matters: an older one that has not been sent is dropped. */
const NEWEST_ONLY: ReadonlySet<Want['type']> = new Set(['inspect', 'extend']);

/**
 * The page's side of the engine. Wants are gathered and sent once a frame, and never while an answer is outstanding: a slow
 * worker slows the page's wishes down, it is not flooded. `frame` is called by whoever has the frames.
 */
export class SimulationClient {
  private wants: Want[] = [];
  private seq = 0;
  private awaiting: number | null = null;

  constructor(
    private readonly port: Port,
    private readonly onGives: (gives: readonly Give[]) => void,
    private readonly onDeath: (why: string) => void,
  ) {
    port.onReply((reply) => this.replied(reply));
    port.onDeath(onDeath);
  }

  want(want: Want): void {
    if (NEWEST_ONLY.has(want.type)) {
      this.wants = this.wants.filter((other) => other.type !== want.type || other.run !== want.run);
    }
    this.wants.push(want);
  }

  /** Sends what is wanted, unless the last answer is still to come. */
  frame(): void {
    if (this.awaiting !== null || this.wants.length === 0) return;
    const wants = this.wants;
    this.wants = [];
    this.awaiting = ++this.seq;
    try {
      this.port.post({ version: PROTOCOL_VERSION, seq: this.awaiting, wants });
    } catch (error) {
      this.onDeath(`it could not be asked: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Nothing is wanted and nothing is outstanding. */
  get idle(): boolean {
    return this.awaiting === null && this.wants.length === 0;
  }

  close(): void {
    this.port.close();
  }

  private replied(reply: ReplyMessage): void {
    if (reply.version !== PROTOCOL_VERSION || reply.seq !== this.awaiting) return;
    this.awaiting = null;
    this.onGives(reply.gives);
  }
}
