import { MAX_SEARCH_LENGTH } from '@yardage/contract/lists';
import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { searchShortcut } from '#web/lib/navigation/search-shortcut.ts';
import { useStore } from '#web/lib/store.ts';
import { Icon } from './icon.tsx';
import { SEARCH_BOX_MESSAGES } from './search-box.messages.ts';
import classes from './search-box.module.css';

/** Debounce of the search (TBL-08). */
const DEBOUNCE_MS = 500;

interface SearchBoxProps {
  /** What is searched. Used as placeholder and accessible name. */
  label: string;
  /** The current search text, from the URL. */
  value: string;
  onChange: (value: string) => void;
  /** Whether `/` focuses the box, unless the user has turned that off. False in a dialog, because `/` is for the page's own search box. */
  hasShortcut?: boolean;
  /** Overrides the default debounce. */
  debounceMs?: number;
}

/** A search box. It searches after a debounce, or at once on Enter or when it is left; `/` focuses it, Esc clears it. */
export function SearchBox({ label, value, onChange, debounceMs = DEBOUNCE_MS, ...options }: SearchBoxProps) {
  const isShortcutOn = useStore(searchShortcut);
  const hasShortcut = isShortcutOn && (options.hasShortcut ?? true);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [knownValue, setKnownValue] = useState(value);
  /** Texts sent from here that are not in the URL yet. */
  const [sent, setSent] = useState<readonly string[]>([]);

  // If the URL changed on its own (Back, cleared filters), the box follows. A value that was sent from here does not overwrite the text,
  // because the user may have typed more since.
  if (value !== knownValue) {
    setKnownValue(value);
    setSent(sent.slice(sent.indexOf(value) + 1 || sent.length));
    if (!sent.includes(value)) setText(value);
  }

  const wanted = text.trim();
  const isWaiting = wanted !== value;
  const search = (searched: string): void => {
    setSent([...sent, searched]);
    onChange(searched);
  };
  const send = useEffectEvent(search);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => send(wanted), debounceMs);
    return () => clearTimeout(timer);
  }, [isWaiting, wanted, debounceMs]);

  useEffect(() => {
    if (!hasShortcut) return;
    const focus = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, [hasShortcut]);

  const clear = (): void => {
    setText('');
    if (value) search('');
    input.current?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && isWaiting) search(wanted);
    if (event.key === 'Escape' && text) {
      event.preventDefault();
      clear();
    }
  };

  // At once, so that what is clicked next comes after it in the history.
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    const isStillHere = currentTarget.parentElement?.contains(relatedTarget as Node | null);
    if (isWaiting && !isStillHere) search(wanted);
  };

  return (
    <search className={classes.box} data-used={value !== '' || undefined}>
      <Icon name="search" size={16} className={classes.icon} />
      <input
        ref={input}
        className={classes.input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_SEARCH_LENGTH}
        placeholder={label}
        aria-label={label}
        aria-keyshortcuts={hasShortcut ? '/' : undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
        onBlur={handleBlur}
      />
      {text ? (
        <button type="button" className={classes.clear} aria-label={SEARCH_BOX_MESSAGES.clear} onClick={clear}>
          <Icon name="close" size={14} />
        </button>
      ) : hasShortcut ? (
        <span className={classes.key} aria-hidden="true">
          /
        </span>
      ) : null}
    </search>
  );
}

/** Returns whether an element takes text input, so that a key pressed in it is not a shortcut. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
