import type { EvidenceLine, ReportedFact } from './importedRun';

/** Headings of `kubectl get pods`, with and without `-A` and `-o wide`. */
const HEADING = /^\s*(?:NAMESPACE\s+)?(?:NAME)\s+READY\s+STATUS\s+RESTARTS\s+AGE\b/;

/** A table of `kubectl get pods`: a row says of a pod what kubectl makes of its status. */
export class PodTable {
  private constructor(private readonly hasNamespace: boolean) {}

  /** The table that a heading begins, or `null` if the line is none. */
  static of(line: string): PodTable | null {
    return HEADING.test(line) ? new PodTable(/^\s*NAMESPACE\b/.test(line)) : null;
  }

  /** A row as a fact whose reason is the pod's STATUS; `null` if the line is no row. */
  read(line: string, at: EvidenceLine): ReportedFact | null {
    const cells = line.trim().split(/\s+/);
    const [namespace, name, ready, status, restarts] = this.hasNamespace ? cells : ['default', ...cells];
    if (name === undefined || status === undefined || !/^\d+\/\d+$/.test(ready ?? '')) return null;
    // `5 (2m ago)` is one cell in three words.
    const rest = cells.slice(this.hasNamespace ? 5 : 4);
    if (rest[0]?.startsWith('(') === true) rest.splice(0, 2);
    const message = `ready ${ready}, restarts ${restarts ?? '?'}, age ${rest[0] ?? '?'}`;
    return { pod: `${namespace}/${name}`, uid: null, reason: status, message, count: 1, at };
  }
}
