import { type Pod, type PodUID, podUID } from '../api/pod';
import { NO_STATUS } from '../api/podStatus';
import { canonicalJson, fingerprint } from '../base/canonicalJson';
import type { PodTemplate } from '../scenarios/command';

/** The node that is modelled. Static pods carry its name in theirs. */
export const NODE_NAME = 'node1';

const hex = (text: string, digits: number): string => {
  let out = '';
  for (let i = 0; out.length < digits; i++) out += fingerprint(`${i}/${text}`);
  return out.slice(0, digits);
};

/** The uid that the API server gives to the `count`th object that it makes. */
export function apiUID(count: number, seed: number): PodUID {
  const h = hex(`api/${seed}/${count}`, 32);
  return podUID(`${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20)}`);
}

/** The uid of a manifest: what it says, the node and the path, unless it fixes one. The same manifest gives the same uid. */
function staticUID(template: PodTemplate): PodUID {
  return podUID(
    template.uid ?? hex(`${NODE_NAME}/${template.name}/${canonicalJson({ ...template, uid: null })}`, 32),
  );
}

/** The API object that a template describes. */
export function apiPod(template: PodTemplate, uid: PodUID): Pod {
  return makePod(template, uid, 'api', template.podName);
}

/** The static pod that a manifest describes, with `image` for every container if given. */
export function staticPod(template: PodTemplate, image: string | null): Pod {
  const containers = template.containers.map((spec) => (image === null ? spec : { ...spec, image }));
  const edited = { ...template, containers };
  return makePod(edited, staticUID(edited), 'file', `${template.podName}-${NODE_NAME}`);
}

function makePod(template: PodTemplate, uid: PodUID, source: Pod['source'], name: string): Pod {
  const { restartPolicy, containers, initContainers, volumes, hostNetwork } = template;
  return {
    uid,
    name,
    namespace: template.namespace,
    source,
    mirrors: null,
    version: 1,
    terminationGracePeriod: template.gracePeriod,
    deletion: null,
    finalizers: template.finalizers,
    spec: { restartPolicy, containers, initContainers, volumes, hostNetwork },
    status: NO_STATUS,
    template: template.name,
  };
}
