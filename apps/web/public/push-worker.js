// Shows alerts as notifications (ALR-02). It has a scope of its own without pages, so it never stands between the portal and the server.

self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data?.json() ?? {};
  if (!title) return;
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { path }, icon: '/favicon.svg' }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.path ?? '/alerts', self.location.origin).href;
  event.waitUntil(self.clients.openWindow(url));
});
