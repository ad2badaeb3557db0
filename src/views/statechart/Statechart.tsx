export function Statechart() {
  return null;
}
