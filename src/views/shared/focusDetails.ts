/** Brings the details of the pod into view and gives them the focus. They have to be open. */
export function focusDetails(): void {
  const heading = document.querySelector<HTMLElement>('.details [data-focus]');
  heading?.scrollIntoView({ block: 'nearest' });
  heading?.focus();
}
