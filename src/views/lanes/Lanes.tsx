export function Lanes(_props: { readonly pane: number }) {
  return null;
}
