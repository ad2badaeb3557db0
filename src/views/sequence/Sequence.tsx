export function Sequence() {
  return null;
}
