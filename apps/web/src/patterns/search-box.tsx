import { MAX_SEARCH_LENGTH } from '@yardage/contract/lists';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import { SEARCH_BOX_MESSAGES } from './search-box.messages.ts';
import classes from './search-box.module.css';

/** How long typing has to rest before it is searched (TBL-08). */
const DEBOUNCE_MS = 500;

interface SearchBoxProps {
  /** What is searched, for the placeholder and for those who do not see it. */
  label: string;
  /** The text being searched for, from the address. */
  value: string;
  onChange: (value: string) => void;
  /** Whether `/` comes here; not from a dialog, over which it means the page below. */
  hasKey?: boolean;
  /** How long typing has to rest, where it is not the usual time. */
  debounceMs?: number;
}

/** Free search: a moment after the last key; Enter at once, `/` comes here, Esc clears. */
export function SearchBox({ label, value, onChange, hasKey = true, debounceMs = DEBOUNCE_MS }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [knownValue, setKnownValue] = useState(value);
  /** What was typed here and is not in the address yet. */
  const [sent, setSent] = useState<readonly string[]>([]);

  // The address changed by itself (back, a cleared filter): the box follows. What comes back of what was sent from here leaves it alone: somebody may
  // have typed on meanwhile.
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
    if (!hasKey) return;
    const focus = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, [hasKey]);

  const clear = (): void => {
    setText('');
    if (value) search('');
    input.current?.focus();
  };
  const react = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && isWaiting) search(wanted);
    if (event.key === 'Escape' && text) {
      event.preventDefault();
      clear();
    }
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
        aria-keyshortcuts={hasKey ? '/' : undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={react}
      />
      {text ? (
        <button type="button" className={classes.clear} aria-label={SEARCH_BOX_MESSAGES.clear} onClick={clear}>
          <Icon name="close" size={14} />
        </button>
      ) : hasKey ? (
        <span className={classes.key} aria-hidden="true">
          /
        </span>
      ) : null}
    </search>
  );
}

/** Whether an element takes typed text, so that a key pressed in it is no shortcut. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
