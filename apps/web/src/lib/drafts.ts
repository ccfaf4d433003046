import { useCallback } from 'react';
import { accountSubject } from './session/stored-user.ts';
import { createStore, perTab, useStore } from './store.ts';

interface Drafts {
  /** The provider's id of the user who wrote them. Another user of this tab does not get them. */
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

const textAt =
  (place: string) =>
  ({ texts }: Drafts): string =>
    texts[place] ?? '';

/** Returns the unsent text of a place, such as one chat. */
export function draftAt(place: string): string {
  return textAt(place)(drafts.get());
}

/** Changes the unsent text of a place. Empty text removes it. */
export function changeDraft(place: string, next: string | ((before: string) => string)): void {
  drafts.set(({ user, texts }) => {
    const { [place]: before = '', ...others } = texts;
    const after = typeof next === 'function' ? next(before) : next;
    // After the session has ended nobody is signed in, but an unanswered question still belongs to the user who asked it.
    return { user: accountSubject() ?? user, texts: after === '' ? others : { ...others, [place]: after } };
  });
}

/** Returns the unsent text of a place, and a function that changes it. */
export function useDraft(place: string): [text: string, change: (next: string | ((before: string) => string)) => void] {
  return [useStore(drafts, textAt(place)), useCallback((next) => changeDraft(place, next), [place])];
}

/** Removes all drafts of this tab. */
export function forgetDrafts(): void {
  drafts.set({ user: undefined, texts: {} });
}
