/** Reasons that a kubelet gives with the phase `Failed` when it refuses a pod (`lifecycle/predicate.go`, topology and devices). */
const REASONS: ReadonlySet<string> = new Set([
  'NodeAffinity',
  'NodeName',
  'NodePorts',
  'HostNetwork',
  'NodeSelectorMismatching',
  'TaintToleration',
  'UnexpectedAdmissionError',
  'TopologyAffinityError',
  'InvalidNodeInfo',
  'PredicateException',
  'PodOSNotSupported',
  'PodOSSelectorNodeLabelDoesNotMatch',
  'SupplementalGroupsPolicyNotSupported',
  'InitContainerRestartForbidden',
]);

/** Whether a pod's `status.reason` (or an event's) is one of a refusal; of `OutOf…` there is one for each resource. */
export const isAdmissionReason = (reason: string | null): boolean =>
  reason !== null && (REASONS.has(reason) || /^OutOf[\w./-]{1,60}$/.test(reason));

/** Whether a message says that a kubelet refused the pod, whatever the reason is called. */
export const saysRejected = (message: string | null): boolean =>
  message !== null &&
  /^(?:Pod was rejected\b|Pod The node had condition:|(?:Pod )?(?:Predicate \S+ failed\b|Node didn't have enough (?:resource|capacity):|Allocate failed due to\b|Resources cannot be allocated with Topology))/.test(
    message,
  );
