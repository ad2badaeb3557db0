import { EvidenceHost } from '../../src/transport/evidenceHost';
import type { EvidencePort, EvidenceReply } from '../../src/transport/evidenceProtocol';
import { REPRODUCTION_TOOLS } from '../../src/transport/reproductionTools';

/** A line to a reader of evidence in this process, which a test can cut. */
export class EvidenceLine {
  /** Kills the other side. */
  die: (why: string) => void = () => {};
  private busy = 0;
  private clock = 0;

  readonly port = (): EvidencePort => {
    let reply: (reply: EvidenceReply) => void = () => {};
    let isOpen = true;
    const host = new EvidenceHost(
      (told) => {
        if (isOpen) reply(told);
      },
      () => (this.clock += 60),
      async () => REPRODUCTION_TOOLS,
    );
    return {
      post: (request) => {
        this.busy++;
        void host.handle(request).finally(() => this.busy--);
      },
      onReply: (handler) => {
        reply = handler;
      },
      onDeath: (handler) => {
        this.die = handler;
      },
      close: () => {
        isOpen = false;
      },
    };
  };

  /** Waits until everything that was asked has been answered. */
  async idle(): Promise<void> {
    while (this.busy > 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
