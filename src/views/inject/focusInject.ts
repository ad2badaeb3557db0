/** Focuses the search box of the palette. */
export function focusInject(): void {}
