import { isSame, withSameParts } from '../base/sameParts';
import type { Moment, PodMoment } from '../engine/moment';

/**
 * A moment as it is sent: a pod that is as it was in the moment sent before stands as its place there. `pods` is `null` when all
 * are: between two moments of a run that plays most pods have not changed, and what is not sent is not read and not drawn.
 */
export interface ShortMoment extends Omit<Moment, 'pods'> {
  readonly pods: readonly (PodMoment | number)[] | null;
}

/** Shortens a moment by what the other side has; `before`: what was sent last, `null`: nothing. */
export function shortened(before: Moment | null, moment: Moment): ShortMoment {
  const places = new Map(before?.pods.map(({ uid }, place) => [uid, place]));
  const pods = moment.pods.map((pod) => {
    const place = places.get(pod.uid);
    return place !== undefined && isSame(before?.pods[place], pod) ? place : pod;
  });
  const isWhole = before?.pods.length !== pods.length || pods.some((pod, place) => pod !== place);
  return { ...moment, pods: isWhole ? pods : null };
}

/** The moment again. Parts that are as they were before are the same objects. */
export function restored(before: Moment | null, short: ShortMoment): Moment {
  const known = before?.pods ?? [];
  const pods =
    short.pods
      ?.map((pod) => (typeof pod === 'number' ? known[pod] : pod))
      .filter((pod) => pod !== undefined) ?? known;
  if (before === null) return { ...short, pods };
  const detail =
    before.detail === null || short.detail === null
      ? short.detail
      : withSameParts(before.detail, short.detail);
  return withSameParts(before, { ...short, pods, detail });
}
