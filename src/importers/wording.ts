/** So many lines that tell are enough. */
const ENOUGH = 60;

/** Counts words and encodings that tell which side of kubernetes#113145 a kubelet without a version is on. */
export class Wording {
  private before = 0;
  private since = 0;

  get counts(): { readonly before127: number; readonly since127: number } {
    return { before127: this.before, since127: this.since };
  }

  /** A structured record. */
  look(text: string, message: string): void {
    if (this.before + this.since > ENOUGH) return;
    if (/ updateType=[012]\b/.test(text) || /^sync(?:Terminat\w+)?Pod (?:enter|exit)$/.test(message))
      this.before++;
    if (
      /^Sync\w*Pod (?:enter|exit)$/.test(message) ||
      / workType=| updateType="|\bpods=\["|podUID="/.test(text)
    )
      this.since++;
  }
}
