import { createStore, local } from '#web/lib/store.ts';

/** Whether `/` moves to the search box. People who dictate turn it off: a spoken word must not move the focus. Kept in this browser. */
export const searchShortcut = createStore<boolean>({
  storage: local,
  key: 'yardage.search-shortcut',
  read: (stored) => stored !== false,
  write: (isOn) => (isOn ? undefined : false),
});
