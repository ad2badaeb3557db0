import { Counter } from '../metrics/counter';
import { Gauge } from '../metrics/gauge';
import { Registry, type SavedRegistry } from '../metrics/registry';
import type { ByStatic, PodCounts } from './podCounts';

/**
 * The pod gauges and counters of the kubelet (`metrics.go`, since 1.27), 23 series, set by every housekeeping pass that
 * gets through. Before the first pass of a process there is none. In v1.26, which does not have them, the model
 * fills them all the same, for comparison; who shows them says so.
 */
export class PodMetrics {
  readonly registry = new Registry();
  private readonly desired = this.registry.register(
    new Gauge({
      name: 'kubelet_desired_pods',
      help: 'Pods that the sources want on this node, by whether they are static',
      labelNames: ['static'],
    }),
  );
  private readonly active = this.registry.register(
    new Gauge({
      name: 'kubelet_active_pods',
      help: 'Pods that may still use resources of the node, by whether they are static',
      labelNames: ['static'],
    }),
  );
  private readonly mirror = this.registry.register(
    new Gauge({ name: 'kubelet_mirror_pods', help: 'Mirror pods that the API server has for this node' }),
  );
  private readonly working = this.registry.register(
    new Gauge({
      name: 'kubelet_working_pods',
      help: 'Pods that the pod workers know, by who wants them, how far they are and whether they are static',
      labelNames: ['config', 'lifecycle', 'static'],
    }),
  );
  private readonly restarted = this.registry.register(
    new Counter({
      name: 'kubelet_restarted_pods_total',
      help: 'Pods that housekeeping started since the workers did not know them, by whether they are static',
      labelNames: ['static'],
    }),
  );
  private readonly orphaned = this.registry.register(
    new Counter({
      name: 'kubelet_orphaned_runtime_pods_total',
      help: 'Pods found running that neither a source nor a worker knew',
    }),
  );

  /** Takes over what a pass counted. */
  record(counts: PodCounts): void {
    setByStatic(this.desired, counts.desired);
    setByStatic(this.active, counts.active);
    this.mirror.set({}, counts.mirror);
    for (const { config, lifecycle, static: isStatic, pods } of counts.working) {
      this.working.set({ config, lifecycle, static: staticLabel(isStatic) }, pods);
    }
    this.restarted.add({ static: '' }, counts.restarted.regular);
    this.restarted.add({ static: 'true' }, counts.restarted.static);
    this.orphaned.add({}, counts.orphaned);
  }

  save(): SavedRegistry {
    return this.registry.save();
  }

  static restore(saved: SavedRegistry): PodMetrics {
    const metrics = new PodMetrics();
    metrics.registry.restore(saved);
    return metrics;
  }
}

const staticLabel = (isStatic: boolean | null): string =>
  isStatic === null ? 'unknown' : isStatic ? 'true' : '';

function setByStatic(gauge: Gauge<'static'>, counts: ByStatic): void {
  gauge.set({ static: '' }, counts.regular);
  gauge.set({ static: 'true' }, counts.static);
}
