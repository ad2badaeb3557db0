import type { PodObject } from '../../importers/importedRun';
import type { Finding, Rule } from '../finding';
import { linesOf, linesUnder, objectsOf } from './facts';

/** A mirror pod that does not show the static pod that it stands for. */
export const mirrorPodMismatch: Rule = {
  id: 'mirror-pod-mismatch',
  find: (run) => {
    const objects = objectsOf(run);
    const statics = objects.filter((one) => one.source === 'file' && one.mirrorOf === null);
    return objects.flatMap((mirror): Finding[] => {
      const { mirrorOf, configHash } = mirror;
      if (mirrorOf === null) return [];
      const own = linesOf(
        mirror,
        'metadata.annotations.kubernetes.io/config.mirror',
        'metadata.annotations.kubernetes.io/config.hash',
      );
      if (configHash !== null && configHash !== mirrorOf) {
        return [
          finding(
            mirror,
            own,
            'Its two annotations name two static pods: `config.hash` is not what `config.mirror` says.',
          ),
        ];
      }
      const pods = statics.filter((one) => mirrors(mirror, one));
      const differing = pods.find((one) => one.uid !== null && one.uid !== mirrorOf);
      // Where one of several generations is the one it mirrors, the mirror only lags.
      if (differing !== undefined && !pods.some(({ uid }) => uid === mirrorOf)) {
        return [
          finding(
            mirror,
            [...own, ...linesOf(differing, 'metadata.uid')],
            'It mirrors another uid than the static pod of that name has.',
          ),
        ];
      }
      const changed = pods.find((one) => one.uid === mirrorOf && imagesOf(one) !== imagesOf(mirror));
      if (changed === undefined) return [];
      return [
        finding(
          mirror,
          [...linesUnder(mirror, 'spec.containers['), ...linesUnder(changed, 'spec.containers[')],
          'The uid of both is the same, the images are not: a static pod with a fixed uid was changed, and the mirror was not made anew.',
        ),
      ];
    });
  },
};

/** A mirror is called as its static pod, with the node's name behind it where that is not there yet. */
const mirrors = (mirror: PodObject, pod: PodObject): boolean =>
  mirror.name === pod.name || (mirror.node !== null && mirror.name === `${pod.name}-${mirror.node}`);

const imagesOf = ({ containers }: PodObject): string =>
  JSON.stringify(containers.map(({ name, image }) => `${name} ${image}`).sort());

function finding(mirror: PodObject, evidence: Finding['evidence'], what: string): Finding {
  return {
    rule: 'mirror-pod-mismatch',
    pod: mirror.name,
    confidence: 'likely',
    title: 'The mirror pod does not show the static pod that runs',
    why: `${what} The worker belongs to the static pod; the mirror is only its picture in the API, and this picture is out of date.`,
    evidence: evidence.length > 0 ? evidence : linesOf(mirror, 'metadata.name'),
    freesNow:
      'Delete the mirror pod: the kubelet makes a new one. That stops no container. What really runs, `crictl pods` on the node shows.',
    fixedIn: null,
    issues: ['kubernetes/kubernetes#112814', 'rancher/rke2#3725'],
  };
}
