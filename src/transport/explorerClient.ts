import {
  EXPLORER_PROTOCOL_VERSION,
  type ExplorerGive,
  type ExplorerPort,
  type ExplorerWant,
} from './explorerProtocol';

/** The page's side of the explorer: wants go out one after the other, the next once the last has been answered. */
export class ExplorerClient {
  private waiting: ExplorerWant[] = [];
  private awaiting = false;

  constructor(
    private readonly port: ExplorerPort,
    private readonly onGive: (give: ExplorerGive) => void,
    onDeath: (why: string) => void,
  ) {
    port.onReply(({ version, give }) => {
      this.awaiting = false;
      if (version === EXPLORER_PROTOCOL_VERSION) this.onGive(give);
      this.send();
    });
    port.onDeath(onDeath);
  }

  want(want: ExplorerWant): void {
    this.waiting.push(want);
    this.send();
  }

  /** Takes back what has not been sent of an exploration. */
  drop(id: string): void {
    this.waiting = this.waiting.filter((want) => want.id !== id);
  }

  close(): void {
    this.port.close();
  }

  private send(): void {
    if (this.awaiting) return;
    const want = this.waiting.shift();
    if (want === undefined) return;
    this.awaiting = true;
    this.port.post({ version: EXPLORER_PROTOCOL_VERSION, want });
  }
}
