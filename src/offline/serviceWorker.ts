/**
 * The page without a network: the files of one build, kept from the first visit on. Another build is another script (the list is
 * part of it), with a cache of its own; it takes over when no page of the old build is open, and a page that is reloaded
 * alone makes way for it. So a page never gets files of two builds. Nothing is kept of other hosts or of what the build did not make.
 */

/** Put here by `offlinePlugin`: the files of this build, relative to this script, and a name for just these. */
declare const __PRECACHE__: { readonly version: string; readonly files: readonly string[] };

/** What is used of a service worker: the DOM's types have no such global scope. */
interface Scope {
  readonly caches: CacheStorage;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void>; matchAll(): Promise<readonly unknown[]> };
  skipWaiting(): Promise<void>;
  addEventListener<T extends keyof ScopeEvents>(type: T, handler: (event: ScopeEvents[T]) => void): void;
}

interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface ScopeEvents {
  readonly install: ExtendableEvent;
  readonly activate: ExtendableEvent;
  readonly message: { readonly data: unknown };
  readonly fetch: { readonly request: Request; respondWith(response: Promise<Response>): void };
}

const scope = self as unknown as Scope;

/** Pages under several paths of one host share its caches: the path keeps them apart. */
const prefix = `pod-worker-lab ${scope.registration.scope} `;
const current = prefix + __PRECACHE__.version;
const files = new Set(__PRECACHE__.files.map((file) => new URL(file, scope.registration.scope).href));
const page = new URL('index.html', scope.registration.scope).href;

scope.addEventListener('install', (event) => event.waitUntil(keep()));
scope.addEventListener('activate', (event) =>
  event.waitUntil(dropOthers().then(() => scope.clients.claim())),
);
scope.addEventListener('message', ({ data }) => {
  if (data === 'take over') void scope.skipWaiting();
});
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const file = fileOf(request.url);
  if (file !== null) event.respondWith(answer(request, file));
});

async function keep(): Promise<void> {
  const cache = await scope.caches.open(current);
  // `no-cache`: what the browser's own cache has may be of the build before.
  await cache.addAll([...files].map((url) => new Request(url, { cache: 'no-cache' })));
}

async function dropOthers(): Promise<void> {
  const names = await scope.caches.keys();
  await Promise.all(
    names
      .filter((other) => other.startsWith(prefix) && other !== current)
      .map((old) => scope.caches.delete(old)),
  );
}

/** The kept file that a request is for, whatever its parameters; `null`: not ours. */
function fileOf(url: string): string | null {
  const { origin, pathname } = new URL(url);
  const plain = origin + pathname;
  if (plain === scope.registration.scope) return page;
  return files.has(plain) ? plain : null;
}

async function answer(request: Request, file: string): Promise<Response> {
  const { waiting } = scope.registration;
  if (request.mode === 'navigate' && waiting !== null && (await scope.clients.matchAll()).length < 2) {
    waiting.postMessage('take over');
    // An empty page that asks again at once; without its own icon it would ask for /favicon.ico.
    return new Response('<link rel="icon" href="data:,">', {
      headers: { 'content-type': 'text/html', refresh: '0' },
    });
  }
  const cache = await scope.caches.open(current);
  return (await cache.match(file)) ?? fetch(request);
}
