export function Narration() {
  return null;
}
