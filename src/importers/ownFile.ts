import { DETECT_LENGTH, detectFormat } from './detectFormat';
import type { EvidenceImport } from './importEvidence';
import { LONGEST_WHOLE } from './importEvidence';

/** A file of the lab itself: no evidence of a node, but of a run that can be played. */
export interface OwnFile {
  readonly format: 'scenario' | 'trace';
  /** All of it; more than `LONGEST_WHOLE` characters are cut off, and such a file is none. */
  readonly text: string;
}

/** Hands the text of one file on to an import as it comes, but keeps files of the lab itself: whoever reads has to play them. */
export class OwnFileFilter {
  private text = '';
  private kept: OwnFile['format'] | null = null;
  private isDecided = false;

  constructor(private readonly evidence: EvidenceImport) {}

  push(text: string): void {
    if (this.isDecided && this.kept === null) return this.evidence.push(text);
    if (this.text.length <= LONGEST_WHOLE) this.text += text;
    if (!this.isDecided && this.text.length >= DETECT_LENGTH) this.decide();
  }

  /** The file is at its end. `null`: it is none of the lab's, and the import has all of it. */
  end(): OwnFile | null {
    if (!this.isDecided) this.decide();
    return this.kept === null ? null : { format: this.kept, text: this.text };
  }

  private decide(): void {
    const format = detectFormat(this.text);
    this.isDecided = true;
    if (format === 'scenario' || format === 'trace') this.kept = format;
    else {
      this.evidence.push(this.text);
      this.text = '';
    }
  }
}
