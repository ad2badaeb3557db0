import { memo } from 'react';

/** The page's pictures, as paths in a box of 16 by 16: emoji need a font that many machines lack. */
const PATHS = {
  play: 'M4 2.5v11l9-5.5z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z',
  toStart: 'M3 3h2v10H3zM13 3v10L6 8z',
  toEnd: 'M11 3h2v10h-2zM3 3v10l7-5z',
  previous: 'M10.5 3.5 6 8l4.5 4.5-1.4 1.4L3.2 8l5.9-5.9z',
  next: 'M5.5 3.5 10 8l-4.5 4.5 1.4 1.4L12.8 8 6.9 2.1z',
  previousInteresting:
    'M8 3.5 3.5 8 8 12.5 6.6 13.9.7 8l5.9-5.9zM14 3.5 9.5 8l4.5 4.5-1.4 1.4L6.7 8l5.9-5.9z',
  nextInteresting: 'M2 3.5 6.5 8 2 12.5l1.4 1.4L9.3 8 3.4 2.1zM8 3.5 12.5 8 8 12.5l1.4 1.4L15.3 8 9.4 2.1z',
  share:
    'M12 10a2 2 0 0 0-1.5.7L6.4 8.4a2 2 0 0 0 0-.8l4.1-2.3A2 2 0 1 0 10 4l.1.5L6 6.7a2 2 0 1 0 0 2.6l4.1 2.2A2 2 0 1 0 12 10z',
  undo: 'M6 3 2 7l4 4V8h4a2.5 2.5 0 0 1 0 5H7v1.5h3a4 4 0 0 0 0-8H6z',
  redo: 'm10 3 4 4-4 4V8H6a2.5 2.5 0 0 0 0 5h3v1.5H6a4 4 0 0 1 0-8h4z',
  menu: 'M2 3.5h12V5H2zM2 7.3h12v1.4H2zM2 11h12v1.5H2z',
  panel: 'M2 2.5h12v11H2zM9.5 4v8h3V4z',
} as const;

/** A picture that says nothing by itself: whoever shows it names the button. */
export const Icon = memo(function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
});
