// Made once: `toLocaleString` makes such a thing at every call, which numbers that change ten times a second feel.
const GROUPS = new Intl.NumberFormat('en');

/** A number as people read it: `1,234,567`. */
export const grouped = (n: number): string => GROUPS.format(n);
