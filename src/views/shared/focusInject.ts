let focus: (() => void) | null = null;

/** Focuses the search box of the palette. The palette has to be open. */
export function focusInject(): void {
  focus?.();
}

/** The palette says how it is focused. Returns how it takes that back. */
export function onFocusInject(how: () => void): () => void {
  focus = how;
  return () => {
    if (focus === how) focus = null;
  };
}
