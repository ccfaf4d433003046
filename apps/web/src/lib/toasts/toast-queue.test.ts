import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToastQueue, type Toast } from './toast-queue.ts';

const toast = (title: string): Toast => ({ title, message: 'text', kind: 'info' });

describe('toasts', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('ERR-14 show one at a time, in order, 3000 ms each', () => {
    const queue = createToastQueue();
    queue.show(toast('first'));
    queue.show(toast('second'));
    expect(queue.current()?.title).toBe('first');
    vi.advanceTimersByTime(2999);
    expect(queue.current()?.title).toBe('first');
    vi.advanceTimersByTime(1);
    expect(queue.current()?.title).toBe('second');
    vi.advanceTimersByTime(3000);
    expect(queue.current()).toBeNull();
  });

  it('a shown or waiting toast is not repeated, and can be shown again later', () => {
    const queue = createToastQueue();
    for (const title of ['first', 'second', 'first', 'second']) queue.show(toast(title));
    vi.advanceTimersByTime(6000);
    expect(queue.current()).toBeNull();
    queue.show(toast('first'));
    expect(queue.current()?.title).toBe('first');
  });

  it('ERR-14 stay while the pointer or the focus is in them, and then for their whole time', () => {
    const queue = createToastQueue();
    queue.show(toast('first'));
    vi.advanceTimersByTime(2000);
    queue.pause('pointer');
    queue.pause('focus');
    vi.advanceTimersByTime(60_000);
    queue.resume('pointer');
    vi.advanceTimersByTime(60_000);
    expect(queue.current()?.title).toBe('first');
    queue.resume('focus');
    queue.resume('focus');
    vi.advanceTimersByTime(2999);
    expect(queue.current()?.title).toBe('first');
    vi.advanceTimersByTime(1);
    expect(queue.current()).toBeNull();
    queue.resume('focus');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('dismissing shows the next one for its whole time', () => {
    const queue = createToastQueue();
    const heard = vi.fn();
    queue.subscribe(heard);
    queue.show(toast('first'));
    queue.show(toast('second'));
    vi.advanceTimersByTime(2000);
    queue.dismiss();
    expect(queue.current()?.title).toBe('second');
    vi.advanceTimersByTime(2999);
    expect(queue.current()?.title).toBe('second');
    vi.advanceTimersByTime(1);
    expect(queue.current()).toBeNull();
    expect(heard).toHaveBeenCalledTimes(3);
  });
});
