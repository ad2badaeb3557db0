/** A container as a pod's status shows it. `reason` of `waiting` is what kubectl prints: `CrashLoopBackOff`. */
export interface ContainerStatus {
  readonly name: string;
  readonly image: string;
  readonly restarts: number;
  readonly state:
    | { readonly kind: 'waiting'; readonly reason: string }
    | { readonly kind: 'running' }
    | { readonly kind: 'terminated'; readonly exitCode: number };
}
