export function Inject() {
  return null;
}
