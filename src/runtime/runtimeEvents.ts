import type { PodUID } from '../api/pod';
import type { SimTime } from '../clock/simTime';

/**
 * What the runtime asks its owner to bring back at a time. A wake-up that has been overtaken may come anyway: it
 * is recognised and ignored, so nobody needs to take one out of a queue.
 */
export type RuntimeWakeup =
  | { readonly type: 'callReturns'; readonly callId: number; readonly at: SimTime }
  | {
      readonly type: 'processExits';
      readonly container: string;
      readonly generation: number;
      readonly at: SimTime;
    };

/** What changed in the runtime, for the trace. `id`: the sandbox, the container, or the image's name. */
export type RuntimeChange =
  | {
      readonly type: 'imagePulled' | 'sandboxReady' | 'sandboxStopped' | 'sandboxRemoved';
      readonly uid: PodUID;
      readonly id: string;
    }
  | {
      readonly type: 'containerCreated' | 'containerStarted' | 'containerRemoved';
      readonly uid: PodUID;
      readonly id: string;
      readonly name: string;
    }
  | {
      readonly type: 'containerExited';
      readonly uid: PodUID;
      readonly id: string;
      readonly name: string;
      readonly exitCode: number;
    };
