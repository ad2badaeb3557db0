import type { MetricsScrape, Note, PodObject, ReportedFact, Skipped, SourceFormat } from './importedRun';

/** Whose an id of the runtime is. */
export interface IdOwner {
  readonly uid: string | null;
  /** `namespace/name`. */
  readonly pod: string | null;
}

/** What one source other than a kubelet log tells; `importEvidence.ts` puts the parts together. */
export interface EvidencePart {
  readonly format: SourceFormat;
  readonly objects: readonly PodObject[];
  readonly scrapes: readonly MetricsScrape[];
  readonly reported: readonly ReportedFact[];
  /** Ids of containers and sandboxes, without `containerd://` in front, and the pods that they belong to. */
  readonly ids: ReadonlyMap<string, IdOwner>;
  readonly skipped: readonly Skipped[];
  readonly notes: readonly Note[];
}

/** A part with nothing in it but what is given. */
export function evidencePart(
  format: SourceFormat,
  given: Partial<Omit<EvidencePart, 'format'>> = {},
): EvidencePart {
  return { format, objects: [], scrapes: [], reported: [], ids: new Map(), skipped: [], notes: [], ...given };
}
