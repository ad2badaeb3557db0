export function TransportBar() {
  return null;
}
