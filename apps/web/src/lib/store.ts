import { useSyncExternalStore } from 'react';

/** A value that is shared by several components and can be changed from anywhere. */
export interface Store<T> {
  get(): T;
  /** Sets the value, or computes it from the previous one. */
  set(next: T | ((before: T) => T)): void;
  subscribe(listener: () => void): () => void;
}

/** Where a store keeps its value beyond a reload. */
interface Persistence<T> {
  /** `perTab` or `local`. */
  storage: () => Storage;
  key: string;
  /** Turns what was stored into a value. It gets undefined if nothing valid is stored. */
  read: (stored: unknown) => T;
  /** Returns what to store; undefined removes the key. By default the value itself is stored. */
  write?: (value: T) => unknown;
}

/** Creates a store with an initial value. With `persistence`, the value is read from browser storage at first use and written at each change. */
export function createStore<T>(from: { initial: T } | Persistence<T>): Store<T> {
  const persistence = 'initial' in from ? null : from;
  const listeners = new Set<() => void>();
  let state: { value: T } | undefined = 'initial' in from ? { value: from.initial } : undefined;

  function get(): T {
    // Read late, because modules are also loaded where no browser storage exists.
    if (!state && persistence) state = { value: persistence.read(readStored(persistence.storage, persistence.key)) };
    return (state as { value: T }).value;
  }

  return {
    get,
    set(next) {
      const value = typeof next === 'function' ? (next as (before: T) => T)(get()) : next;
      if (state && Object.is(state.value, value)) return;
      state = { value };
      if (persistence) {
        const stored = persistence.write ? persistence.write(value) : value;
        if (stored === undefined) removeStored(persistence.storage, persistence.key);
        else writeStored(persistence.storage, persistence.key, stored);
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the store's value, or what `select` takes from it, and renders again when that changes. */
export function useStore<T>(store: Store<T>): T;
export function useStore<T, Part>(store: Store<T>, select: (value: T) => Part): Part;
export function useStore<T>(store: Store<T>, select: (value: T) => unknown = (value) => value): unknown {
  const read = (): unknown => select(store.get());
  // The second one is for tests that render to a string.
  return useSyncExternalStore(store.subscribe, read, read);
}

/** Reads JSON from browser storage. Returns undefined if it is missing or invalid, or if storage is blocked. */
export function readStored(storage: () => Storage, key: string): unknown {
  try {
    const text = storage().getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes JSON to browser storage. If storage is full or blocked, the value is not stored and nothing fails. */
export function writeStored(storage: () => Storage, key: string, value: unknown): void {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}

/** Removes a key from browser storage. Does nothing if storage is blocked. */
export function removeStored(storage: () => Storage, key: string): void {
  try {
    storage().removeItem(key);
  } catch {
    return;
  }
}

/** Storage that persists after the browser is closed. */
export const local = (): Storage => window.localStorage;

/** Storage of this tab. */
export const perTab = (): Storage => window.sessionStorage;
