/** Keeps the page for when there is no network. In a built page only: while developing, yesterday's files would come back. */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // After everything that the page itself needs. Where it is refused (private windows, `file:`), the page works without.
  addEventListener('load', () => register().catch(() => null));
}

async function register(): Promise<void> {
  const { active } = await navigator.serviceWorker.register('./sw.js');
  // Browsers look for a new build at times of their own; a page that was just opened is a good one.
  if (active !== null) await (await navigator.serviceWorker.ready).update();
}
