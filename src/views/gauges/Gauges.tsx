export function Gauges() {
  return null;
}
