/* Notifications: shown as they come, and a tap leads to what they are about. */
self.addEventListener("push", (event) => {
  const { title, body, lang, path, tag } = event.data.json();
  const options = { body, lang, tag, renotify: true, icon: STORED.icon, data: { path } };
  event.waitUntil(self.registration.showNotification(title, options));
});

async function opened(path) {
  const address = new URL(path, self.location.origin);
  if (address.origin !== self.location.origin) return null;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find(({ url }) => new URL(url).pathname === address.pathname);
  return there ? there.focus() : self.clients.openWindow(address.href);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(opened(event.notification.data.path));
});

/* Whoever signs out here gets nothing more here. */
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "POST" || new URL(event.request.url).pathname !== STORED.signingOut) return;
  const { pushManager } = self.registration;
  if (pushManager) event.waitUntil(pushManager.getSubscription().then((known) => known && known.unsubscribe()));
});
