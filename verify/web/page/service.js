// Stores the files of this folder, so that the page opens offline. The list of files and the name of the cache, which contains their hash, are written with the folder.

const NAME = `vancura ${registration.scope} {{hash}}`;
const FILES = {{files}};
/** Pages of the handbook, which are stored after the page itself. */
const HANDBOOK = {{handbook}};

const isOurs = (name) => name.startsWith(`vancura ${registration.scope} `);

addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(NAME);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })));
    await skipWaiting();
  };
  event.waitUntil(keep());
});

addEventListener('activate', (event) => {
  const clean = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => isOurs(name) && name !== NAME).map((name) => caches.delete(name)));
    await clients.claim();
    const cache = await caches.open(NAME);
    for (const page of HANDBOOK) await cache.add(page).catch(() => {});
  };
  event.waitUntil(clean());
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(registration.scope)) return;
  const answer = async () => {
    const cache = await caches.open(NAME);
    // The query contains the position; the page is the same for all positions.
    return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
  };
  event.respondWith(answer());
});
