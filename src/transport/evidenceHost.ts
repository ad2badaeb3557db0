import { type Diagnostic, failure, type Result } from '../base/result';
import { type Diagnosis, diagnose } from '../diagnosis/diagnose';
import { ByteDecoder } from '../importers/decodeBytes';
import { EvidenceImport } from '../importers/importEvidence';
import type { ImportedRun } from '../importers/importedRun';
import { type OwnFile, OwnFileFilter } from '../importers/ownFile';
import type { PlayedLog } from '../reproduction/playedScenario';
import { bytesOf, UnreadableBytes } from './bytesOf';
import {
  EVIDENCE_PROTOCOL_VERSION,
  type EvidenceGive,
  type EvidenceReply,
  type EvidenceRequest,
  type EvidenceSource,
  type EvidenceWant,
} from './evidenceProtocol';
import { detailsOf, foundEvidence } from './foundEvidence';
import { redactedCopy } from './redactedCopy';
import type { ReproductionTools } from './reproductionTools';

/** A person waits for a check: about a second, and the log is mostly shorter. */
const EVENTS_OF_A_CHECK = 100_000;

/** Wall ms between two words about how far a reading is. */
const PROGRESS_MS = 100;

/**
 * The side that reads evidence. Reads one thing at a time: a new reading cancels the last. Knows nothing of workers or
 * pages; `now` is a clock in wall ms, by which it only decides when to tell how far it is.
 */
export class EvidenceHost {
  private reading: string | null = null;
  private read: { readonly id: string; readonly run: ImportedRun; readonly diagnosis: Diagnosis } | null =
    null;

  constructor(
    private readonly reply: (reply: EvidenceReply) => void,
    private readonly now: () => number,
    private readonly reproduction: () => Promise<ReproductionTools>,
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
        if (this.read?.id === id) {
          const { run, diagnosis } = this.read;
          this.give({ type: 'lines', id, pod: want.pod, details: detailsOf(run, diagnosis, want.pod) });
        }
        return;
      case 'redact':
        return this.redact(id, want.source);
      case 'check':
      case 'reproduce': {
        const tools = await this.reproduction();
        if (this.read?.id === id) this.give(this.played(want, this.read.run, tools));
        return;
      }
    }
  }

  private async redact(id: string, source: EvidenceSource): Promise<void> {
    try {
      const copy = await redactedCopy(source);
      this.give(
        copy instanceof Blob
          ? { type: 'redacted', id, copy: { label: source.label, data: copy } }
          : { type: 'refused', id, diagnostics: copy },
      );
    } catch (error) {
      if (!(error instanceof UnreadableBytes)) throw error;
      this.give({ type: 'refused', id, diagnostics: [{ file: source.label, ...error.diagnostic }] });
    }
  }

  private played(
    want: Extract<EvidenceWant, { type: 'check' | 'reproduce' }>,
    run: ImportedRun,
    tools: ReproductionTools,
  ): EvidenceGive {
    const { id, pod } = want;
    const { name, uid } = run.pods[pod] ?? { name: null, uid: null };
    const choice = { pods: [name ?? uid ?? ''] };
    if (want.type === 'check')
      return { type: 'checked', id, pod, check: tools.checkAgainstModel(run, choice, EVENTS_OF_A_CHECK) };
    const made = tools.scenarioOfRun(run, choice);
    if (!made.ok) return { type: 'unplayable', id, pod, diagnostics: made.diagnostics };
    const { scenario, notes } = made.value;
    const text = tools.serializeScenario(want.neutral ? tools.withNeutralNames(scenario) : scenario);
    return { type: 'reproduced', id, pod, reproduced: { text, release: scenario.release, notes } };
  }

  private async readAll(id: string, sources: readonly EvidenceSource[]): Promise<void> {
    const evidence = new EvidenceImport();
    const of = sources.reduce((sum, { data }) => sum + data.size, 0);
    let bytes = 0;
    let told = this.now();
    const problems: Diagnostic[] = [];
    let used = 0;
    for (const { label, data } of sources) {
      const tell = (more: number): void => {
        bytes += more;
        if (this.now() - told < PROGRESS_MS) return;
        told = this.now();
        this.give({ type: 'reading', id, progress: { label, bytes, of } });
      };
      const isWanted = (): boolean => this.reading === id;
      const outcome = await this.readOne({ label, data }, evidence, tell, isWanted);
      if (!isWanted()) return this.give({ type: 'cancelled', id });
      problems.push(...outcome.problems);
      if (outcome.isUsed) used++;
    }
    this.reading = null;
    if (used === 0) return this.give({ type: 'refused', id, diagnostics: problems });
    const run = evidence.finish();
    const diagnosis = diagnose(run);
    this.read = { id, run, diagnosis };
    this.give({ type: 'found', id, found: foundEvidence(run, diagnosis), problems });
  }

  /** Reads one source for as long as it is wanted. What was read before its bytes broke is used, and said to be a part. */
  private async readOne(
    { label, data }: EvidenceSource,
    evidence: EvidenceImport,
    tell: (bytes: number) => void,
    isWanted: () => boolean,
  ): Promise<{ readonly isUsed: boolean; readonly problems: readonly Diagnostic[] }> {
    const decoder = new ByteDecoder();
    const filter = new OwnFileFilter(evidence);
    const problems: Diagnostic[] = [];
    let isRead = false;
    evidence.begin(label);
    try {
      for await (const piece of bytesOf(data, tell)) {
        if (!isWanted()) return { isUsed: false, problems };
        filter.push(decoder.push(piece));
        isRead = true;
      }
    } catch (error) {
      if (!(error instanceof UnreadableBytes)) throw error;
      problems.push({ file: label, ...error.diagnostic });
      if (!isRead) return { isUsed: false, problems };
    }
    filter.push(decoder.end());
    evidence.remark(decoder.notes);
    const own = filter.end();
    if (own !== null) {
      const played = await this.play(own, label);
      if (!played.ok) return { isUsed: false, problems: [...problems, ...played.diagnostics] };
      evidence.push(played.value.text);
      evidence.remark([{ line: null, text: played.value.told }]);
    }
    const ended = evidence.end();
    if (!ended.ok) problems.push(...ended.diagnostics);
    return { isUsed: ended.ok, problems };
  }

  /** The log of a scenario's run. A report of a run has the command line's catalog to play it. */
  private async play({ format, text }: OwnFile, label: string): Promise<Result<PlayedLog>> {
    if (format === 'trace') {
      return failure({
        severity: 'error',
        file: label,
        message: 'this is a report of a run of the lab, no evidence of a node',
        tip: 'open its scenario and use the log of its run',
      });
    }
    const { playedScenario } = await this.reproduction();
    return playedScenario(text, label);
  }
}
