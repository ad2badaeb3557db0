import { formatKlog } from '../klog/formatKlog';

/** Writing a run as kubelet log. Apart, since most pages never show one. */
export interface KlogTools {
  readonly formatKlog: typeof formatKlog;
}

/** The tools themselves. */
export const KLOG_TOOLS: KlogTools = { formatKlog };
