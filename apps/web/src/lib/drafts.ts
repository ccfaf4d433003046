import { useCallback } from 'react';
import { accountSubject } from './session/account-subject.ts';
import { perTab } from './storage.ts';
import { createStore, useStore } from './store.ts';

interface Drafts {
  /** Whose they are. Another user of this tab does not get them. */
  user: string | undefined;
  texts: Readonly<Record<string, string>>;
}

function readDrafts(stored: unknown): Drafts {
  const user = accountSubject();
  const { user: writer, texts } = (stored ?? {}) as Partial<Drafts>;
  if (user === undefined || writer !== user || typeof texts !== 'object' || texts === null) return { user, texts: {} };
  return { user, texts: Object.fromEntries(Object.entries(texts).filter(([, text]) => typeof text === 'string')) };
}

/** Unsent texts by place. They survive a reload of this tab. */
const drafts = createStore<Drafts>({
  storage: perTab,
  key: 'yardage.drafts',
  read: readDrafts,
  write: (value) => (Object.keys(value.texts).length > 0 ? value : undefined),
});

/** Returns the unsent text of a place, such as one chat, and a function that changes it. Empty text removes it. */
export function useDraft(place: string): [text: string, change: (next: string | ((before: string) => string)) => void] {
  const text = useStore(drafts, ({ texts }) => texts[place] ?? '');
  const change = useCallback(
    (next: string | ((before: string) => string)): void =>
      drafts.set(({ texts }) => {
        const { [place]: before = '', ...others } = texts;
        const after = typeof next === 'function' ? next(before) : next;
        return { user: accountSubject(), texts: after === '' ? others : { ...others, [place]: after } };
      }),
    [place],
  );
  return [text, change];
}

/** Removes all drafts of this tab. */
export function forgetDrafts(): void {
  drafts.set({ user: undefined, texts: {} });
}
