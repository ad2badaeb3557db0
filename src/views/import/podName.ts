import { shownText } from '../../base/shownText';
import type { EvidencePod } from '../../transport/evidenceProtocol';

/** What a pod of evidence is called: its name, or its uid where no line names it. */
export const podName = ({ pod, uid }: Pick<EvidencePod, 'pod' | 'uid'>): string =>
  shownText(pod ?? uid ?? '(no name)', 300);
