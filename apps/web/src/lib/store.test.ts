import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore, perTab } from './store.ts';

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal('window', { sessionStorage });
});
afterEach(() => vi.unstubAllGlobals());

const counter = () =>
  createStore<number>({
    storage: perTab,
    key: 'count',
    read: (value) => (typeof value === 'number' ? value : 0),
    write: (value) => value || undefined,
  });

describe('a store', () => {
  it('notifies its listeners only about changes', () => {
    const store = createStore({ initial: 1 });
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    store.set(1);
    expect(listener).not.toHaveBeenCalled();
    store.set((before) => before + 1);
    expect([store.get(), listener.mock.calls.length]).toEqual([2, 1]);
    stop();
    store.set(3);
    expect(listener).toHaveBeenCalledOnce();
  });

  it('survives a reload if it has a storage, and removes its entry when it is empty', () => {
    counter().set(4);
    const reloaded = counter();
    expect(reloaded.get()).toBe(4);
    reloaded.set(0);
    expect(stored.size).toBe(0);
  });

  it('starts empty if something else is stored, or storage is blocked', () => {
    stored.set('count', '"four"');
    expect(counter().get()).toBe(0);
    vi.stubGlobal('window', {});
    const blocked = counter();
    blocked.set(2);
    expect(blocked.get()).toBe(2);
  });
});
