/** The engine's words and figures that a page shows: values only, no behaviour. */
export { commandWords, describe, goName, type NameOf } from '../engine/describe';
export { counterpart, type Divergence, firstDivergence } from '../engine/divergence';
export { fingerprintOf } from '../engine/fingerprint';
export { GAUGE_COLUMNS, GAUGE_WIDTH } from '../engine/gaugeSeries';
export { isReleaseName, RELEASE_NAMES, type ReleaseName } from '../kubelet/releases';
export type { ChartEdge, ChartNode, PodChart } from '../machine/podChart';
export { FAULT_KINDS, FAULT_OPERATIONS, GRPC_CODES } from '../runtime/faults';
