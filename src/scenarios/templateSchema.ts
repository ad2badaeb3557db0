import * as v from 'valibot';
import { durationField, flag, imageField, label, oneOf, wholeNumber, words } from './fieldSchemas';

/** A container of a template. */
export const containerSchema = v.strictObject({
  name: v.optional(label('Its name; absent: `app`, of an init container `init`.')),
  image: v.optional(imageField('Its image; absent: the template’s name with the tag 1.')),
  stopTakes: v.optional(durationField('How long the process needs to end after SIGTERM.'), '200ms'),
  runsFor: v.optional(
    durationField('The process ends by itself after this long; absent: it runs until it is stopped.'),
  ),
  exitCode: v.optional(wholeNumber('Exit code when the process ends by itself.', 0, 255), 0),
});

/** A pod template: everything is optional, `{}` is a pod with one container. */
export const templateSchema = v.strictObject({
  podName: v.optional(label('The pod’s name; absent: the template’s.')),
  namespace: v.optional(label('The pod’s namespace.'), 'default'),
  uid: v.optional(words('Fixes the uid; absent: the API server draws one, a manifest’s is a hash.')),
  gracePeriod: v.optional(wholeNumber('terminationGracePeriodSeconds.', 0, 86_400, 'seconds'), 30),
  restartPolicy: v.optional(
    oneOf('restart policy', ['Always', 'OnFailure', 'Never'], 'What happens when a container ends.'),
    'Always',
  ),
  containers: v.optional(
    v.pipe(
      v.array(containerSchema),
      v.minLength(1, '{field} is empty: a pod has a container'),
      v.maxLength(20, '{field}: at most 20 containers'),
    ),
  ),
  initContainers: v.optional(
    v.pipe(v.array(containerSchema), v.maxLength(20, '{field}: at most 20 containers')),
    [],
  ),
  volumes: v.optional(
    v.pipe(v.array(label('A volume’s name.')), v.maxLength(20, '{field}: at most 20 volumes')),
    [],
  ),
  hostNetwork: v.optional(
    flag('The pod uses the node’s network and does not wait for the pod network.'),
    false,
  ),
  finalizers: v.optional(
    v.pipe(v.array(words('A finalizer.')), v.maxLength(20, '{field}: at most 20 finalizers')),
    [],
  ),
});
