import { memo } from 'react';

const BOLT = 'M9 1 3 9h4l-1 6 6-8H8z';
const PAGE = 'M3 1h7l3 3v11H3z';
const BARS = 'M2 11h2v3H2zM6 8h2v6H6zM10 5h2v9h-2z';
const SERVER = 'M2 2h12v5H2zM2 9h12v5H2zM4 4v1h2V4zM4 11v1h2v-1z';
const STRUCK = 'M1 2.2 2.2 1 15 13.8 13.8 15z';
const STOP = 'M3 3h10v10H3z';

/** The palette's pictures by the id of their entry, in a box of 16 by 16; a fault is a bolt. */
const PATHS: Readonly<Record<string, string>> = {
  createPod: 'M7 2h2v5h5v2H9v5H7V9H2V7h5z',
  createStaticPod: `${PAGE}M7.2 6v2H5v1.5h2.2v2h1.5v-2H11V8H8.7V6z`,
  editStaticPod: 'm11 2 3 3-8 8-4 1 1-4z',
  removeStaticPod: `${PAGE}M5 8v1.5h6V8z`,
  deletePod: 'M6 1h4v1h4v2H2V2h4zM3 5h10l-1 10H4z',
  forceDeletePod: 'M3.4 2 8 6.6 12.6 2 14 3.4 9.4 8l4.6 4.6-1.4 1.4L8 9.4 3.4 14 2 12.6 6.6 8 2 3.4z',
  recreatePodSameUID: 'M8 2a6 6 0 1 1-5.7 4.2l1.9.6A4 4 0 1 0 8 4v3L3.5 3.5 8 0z',
  evictPod: 'M2 2h7v3H7.5V3.5h-4v9h4V11H9v3H2zM10 5l4 3-4 3V9H5.5V7H10z',
  exitContainer: STOP,
  removeFinalizers: 'M2 2h6l6 6-6 6-6-6zM4 4v2h2V4z',
  restartKubelet: 'M7 1h2v7H7zM4.5 3l1.2 1.5a4.5 4.5 0 1 0 4.6 0L11.5 3a6.2 6.2 0 1 1-7 0z',
  stopRuntime: STOP,
  startRuntime: 'M4 2.5v11l9-5.5z',
  networkDown: `${BARS}${STRUCK}`,
  networkUp: BARS,
  apiServerDown: `${SERVER}${STRUCK}`,
  apiServerUp: SERVER,
  liftFault: 'm8 2 5 5h-3v7H6V7H3z',
  hangVolume: 'M3 1h10v3L9.5 8l3.5 4v3H3v-3l3.5-4L3 4z',
};

/** The picture of an entry; says nothing by itself. */
export const Glyph = memo(function Glyph({ id }: { readonly id: string }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true" focusable="false">
      <path fillRule="evenodd" d={PATHS[id] ?? BOLT} />
    </svg>
  );
});
