import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';
import { span } from '../nodeFindings';

/** The kubelet asks for the removal of an object that does not go. */
export const finalizerHoldsObject: Rule = {
  id: 'finalizer-holds-object',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const asked = eventsOf(pod, 'removedFromAPI');
      // One request and the REMOVE follow each other at once; the status manager asks again every ten seconds.
      if (asked.length < 2 || span(asked) < 9000 || pod.facts.inConfig === false) return [];
      return [
        {
          rule: 'finalizer-holds-object',
          pod: nameOf(pod),
          confidence: asked.length > 2 ? 'likely' : 'possible',
          title: 'The kubelet is through with it and its object does not go: something else holds it',
          why: 'Its worker has finished, and the status manager asks the API server for the removal of the object again and again. The API server grants it only once the last finalizer is off.',
          evidence: evidenceOf(asked),
          freesNow: 'see metadata.finalizers of the pod, and the controller that ought to take them off',
          fixedIn: null,
          issues: [],
        },
      ];
    }),
};
