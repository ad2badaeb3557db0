import type { Diagnostic } from '../base/result';
import { ByteDecoder } from '../importers/decodeBytes';
import { EvidenceImport } from '../importers/importEvidence';
import type { ImportedRun } from '../importers/importedRun';
import { bytesOf, UnreadableBytes } from './bytesOf';
import {
  EVIDENCE_PROTOCOL_VERSION,
  type EvidenceGive,
  type EvidenceReply,
  type EvidenceRequest,
  type EvidenceSource,
  type EvidenceWant,
} from './evidenceProtocol';
import { foundEvidence, linesOf } from './foundEvidence';

/** Wall ms between two words about how far a reading is. */
const PROGRESS_MS = 100;

/**
 * The side that reads evidence. Reads one thing at a time: a new reading cancels the last. Knows nothing of workers or
 * pages; `now` is a clock in wall ms, by which it only decides when to tell how far it is.
 */
export class EvidenceHost {
  private reading: string | null = null;
  private read: { readonly id: string; readonly run: ImportedRun } | null = null;

  constructor(
    private readonly reply: (reply: EvidenceReply) => void,
    private readonly now: () => number,
  ) {}

  /** Takes one request; answers come when they are ready. */
  async handle({ version, want }: EvidenceRequest): Promise<void> {
    const { id } = want;
    if (version !== EVIDENCE_PROTOCOL_VERSION)
      return this.give({ type: 'broken', id, rule: `the reader does not speak version ${version}` });
    try {
      await this.answer(want);
    } catch (error) {
      this.give({ type: 'broken', id, rule: error instanceof Error ? error.message : String(error) });
    }
  }

  private give(give: EvidenceGive): void {
    this.reply({ version: EVIDENCE_PROTOCOL_VERSION, give });
  }

  private async answer(want: EvidenceWant): Promise<void> {
    const { id } = want;
    switch (want.type) {
      case 'read':
        this.reading = id;
        return this.readAll(id, want.sources);
      case 'cancel':
        if (this.reading === id) this.reading = null;
        return;
      case 'lines':
        if (this.read?.id === id)
          this.give({ type: 'lines', id, pod: want.pod, ...linesOf(this.read.run, want.pod) });
        return;
    }
  }

  private async readAll(id: string, sources: readonly EvidenceSource[]): Promise<void> {
    const evidence = new EvidenceImport();
    const of = sources.reduce((sum, { data }) => sum + data.size, 0);
    let bytes = 0;
    let told = this.now();
    for (const { label, data } of sources) {
      const tell = (more: number): void => {
        bytes += more;
        if (this.now() - told < PROGRESS_MS) return;
        told = this.now();
        this.give({ type: 'reading', id, progress: { label, bytes, of } });
      };
      const outcome = await this.readOne(id, { label, data }, evidence, tell);
      if (outcome === 'cancelled') return this.give({ type: 'cancelled', id });
      if (outcome !== 'read') return this.give({ type: 'refused', id, diagnostics: outcome });
    }
    const run = evidence.finish();
    if (this.reading !== id) return this.give({ type: 'cancelled', id });
    this.reading = null;
    this.read = { id, run };
    this.give({ type: 'found', id, found: foundEvidence(run) });
  }

  private async readOne(
    id: string,
    { label, data }: EvidenceSource,
    evidence: EvidenceImport,
    tell: (bytes: number) => void,
  ): Promise<readonly Diagnostic[] | 'read' | 'cancelled'> {
    const decoder = new ByteDecoder();
    evidence.begin(label);
    try {
      for await (const piece of bytesOf(data, tell)) {
        if (this.reading !== id) return 'cancelled';
        evidence.push(decoder.push(piece));
      }
    } catch (error) {
      if (error instanceof UnreadableBytes) return [{ file: label, ...error.diagnostic }];
      throw error;
    }
    evidence.push(decoder.end());
    evidence.remark(decoder.notes);
    const ended = evidence.end();
    return ended.ok ? 'read' : ended.diagnostics;
  }
}
