// Shows alerts as notifications (ALR-02). It has a scope of its own without pages, so it never stands between the portal and the server.

self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data?.json() ?? {};
  if (!title) return;
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { path }, icon: '/favicon.svg' }));
});

// The browser has given up a push address. The portal sends the new address to the server when it is opened the next time.
self.addEventListener('pushsubscriptionchange', (event) => {
  const { options } = event.oldSubscription ?? {};
  if (!event.newSubscription && options) event.waitUntil(self.registration.pushManager.subscribe(options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.path ?? '/alerts', self.location.origin).href;
  event.waitUntil(self.clients.openWindow(url));
});
