import { encodeLink } from '../../src/store/link';

/** The hash of a link that opens `text` as a scenario, in these releases. */
export async function linkTo(text: string, releases: readonly string[], seconds = 0): Promise<string> {
  const source = { kind: 'text', file: 'own.yaml', text } as const;
  const view = { playhead: seconds * 1000, event: null, pod: null, tab: null };
  const hash = await encodeLink({
    runs: { source, releases, seed: null, given: [], engine: '0.1.0', title: 'own', checks: [] },
    view,
  });
  return `#${hash}`;
}

/** Two pods with two containers each, deleted at 15 s: the kubelet stops two containers of each. */
export const TWO_CONTAINERS = `
version: 1
title: Two pods of two containers
pods:
  web: { containers: [{ name: app, image: web:1 }, { name: log, image: log:1 }] }
  api: { containers: [{ name: app, image: api:1 }, { name: log, image: log:1 }] }
steps:
  - { at: 0s, do: createPod, pod: web }
  - { at: 0s, do: createPod, pod: api }
  - { at: 15s, do: deletePod, pod: web }
  - { at: 15s, do: deletePod, pod: api }
  - { at: 60s, expect: { pod: web, kubectl: (gone) } }
  - { at: 60s, expect: { pod: api, kubectl: (gone) } }
`;

/** One static pod that runs. */
export const ONE_STATIC_POD = `
version: 1
title: A static pod
pods:
  proxy: { gracePeriod: 30, containers: [{ name: proxy, image: proxy:1, stopTakes: 5s }] }
steps:
  - { at: 0s, do: createStaticPod, pod: proxy }
  - { at: 40s, expect: { pod: proxy, runtime: running } }
`;

/** Markup in every text that a scenario can hold. Each would open a dialog if the page took it for markup. */
export const MARKUP = `
version: 1
title: '<img src=x onerror=alert(1)> title'
description: '<img src=x onerror=alert(2)> description'
pods:
  web: { containers: [{ name: app, image: '<img/src=x/onerror=alert(3)>' }] }
steps:
  - { at: 0s, do: createPod, pod: web }
  - { at: 3s, do: injectFault, operation: StopContainer, pod: web, kind: error, message: '<img src=x onerror=alert(4)> message', times: 1 }
  - { at: 9s, do: forceDeletePod, pod: web }
  - { at: 30s, expect: { pod: web, stuck: true, releases: [v1.26] } }
`;
