import { createStore, local, useStore } from '#web/lib/store.ts';

const isOn = createStore<boolean>({ storage: local, key: 'yardage.desk-notifications', read: (stored) => stored === true });

/** Whether this browser can show notifications at all. */
export const canNotify = (): boolean => 'Notification' in window;

/** Whether the desk's notifications are on and the browser allows them. */
export function useDeskNotifications(): boolean {
  const isWanted = useStore(isOn);
  return isWanted && canNotify() && Notification.permission === 'granted';
}

/** Switches the notifications. Switching on asks the browser's user, who may refuse. Returns whether they are on. */
export async function switchDeskNotifications(next: boolean): Promise<boolean> {
  const isAllowed = next && canNotify() && (await Notification.requestPermission()) === 'granted';
  isOn.set(isAllowed);
  return isAllowed;
}

/** Shows a notification of a kind, unless they are off or the user looks at the page. */
export function notifyDesk(title: string, kind: string): void {
  if (!isOn.get() || !canNotify() || Notification.permission !== 'granted' || document.visibilityState === 'visible') return;
  // The tag replaces the one of this kind before, so that they do not pile up.
  const notification = new Notification(title, { tag: `yardage-desk-${kind}` });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
}
