/**
 * Source files of other components that write klog records of their own: k3s, rke2 and microk8s run them in one process
 * with the kubelet, and journals hold them side by side. What they say of pods is not what this kubelet's workers do.
 */
const FOREIGN: ReadonlySet<string> = new Set([
  // kube-apiserver and etcd
  ...['httplog.go', 'wrap.go', 'timeout.go', 'cacher.go', 'watcher.go', 'store.go', 'healthz.go'],
  ...['autoregister_controller.go', 'available_controller.go', 'controller.go', 'dispatcher.go'],
  ...[
    'storage_factory.go',
    'handler_proxy.go',
    'alloc.go',
    'crdregistration_controller.go',
    'cidrallocator.go',
  ],
  // kube-controller-manager
  ...[
    'controllermanager.go',
    'garbagecollector.go',
    'graph_builder.go',
    'replica_set.go',
    'controller_utils.go',
  ],
  ...['deployment_controller.go', 'daemon_controller.go', 'job_controller.go', 'cronjob_controllerv2.go'],
  ...['stateful_set.go', 'stateful_set_control.go', 'endpointslice_controller.go', 'endpoints_controller.go'],
  ...[
    'node_lifecycle_controller.go',
    'taint_eviction.go',
    'taint_manager.go',
    'gc_controller.go',
    'namespace_controller.go',
  ],
  ...[
    'namespaced_resources_deleter.go',
    'resource_quota_controller.go',
    'horizontal.go',
    'disruption.go',
    'ttl_controller.go',
  ],
  ...[
    'attach_detach_controller.go',
    'pv_controller.go',
    'pv_controller_base.go',
    'serviceaccounts_controller.go',
  ],
  // kube-scheduler
  ...[
    'scheduler.go',
    'schedule_one.go',
    'scheduling_queue.go',
    'eventhandlers.go',
    'default_binder.go',
    'preemption.go',
  ],
  // kube-proxy
  ...[
    'proxier.go',
    'server_others.go',
    'server_linux.go',
    'conntrack.go',
    'healthcheck.go',
    'roundrobin.go',
    'ipset.go',
  ],
]);

/** Whether a record of this file is of a component that is no kubelet. */
export const isForeignFile = (file: string): boolean => FOREIGN.has(file);
