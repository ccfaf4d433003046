import { createStore } from '#web/lib/store.ts';

/** How long a toast is shown (ERR-14). */
const TOAST_LIFETIME_MS = 3000;

export interface Toast {
  title: string;
  message?: string;
  kind: 'success' | 'info' | 'destructive';
  /** An action offered by the toast. The toast closes when it is used. */
  action?: { label: string; run: () => void };
}

/** A toast that is being shown. */
export interface ShownToast extends Toast {
  id: number;
}

/** The pointer rests on the toast, or something in it has the focus. */
type PauseReason = 'pointer' | 'focus';

export interface ToastQueue {
  show(toast: Toast): void;
  dismiss(): void;
  /** Keeps the toast that is shown, until `resume` for each reason. */
  pause(reason: PauseReason): void;
  /** Shows it for its whole time again, if nothing else keeps it. */
  resume(reason: PauseReason): void;
  current(): ShownToast | null;
  subscribe(listener: () => void): () => void;
}

/** Shows toasts one at a time, in order. A toast that is already shown or queued is not repeated. */
export function createToastQueue(lifetimeMs = TOAST_LIFETIME_MS): ToastQueue {
  const waiting: Toast[] = [];
  const shown = createStore<ShownToast | null>({ initial: null });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastId = 0;
  const reasons = new Set<PauseReason>();

  function next(): void {
    clearTimeout(timer);
    reasons.clear();
    const toast = waiting.shift();
    lastId += 1;
    if (toast) timer = setTimeout(next, lifetimeMs);
    shown.set(toast ? { ...toast, id: lastId } : null);
  }

  return {
    show(toast) {
      const isSame = (other: Toast | null): boolean => other?.title === toast.title && other.message === toast.message;
      if (isSame(shown.get()) || waiting.some(isSame)) return;
      waiting.push(toast);
      if (!shown.get()) next();
    },
    dismiss: next,
    pause(reason) {
      reasons.add(reason);
      clearTimeout(timer);
    },
    resume(reason) {
      if (!reasons.delete(reason) || reasons.size > 0) return;
      clearTimeout(timer);
      if (shown.get()) timer = setTimeout(next, lifetimeMs);
    },
    current: shown.get,
    subscribe: shown.subscribe,
  };
}

/** The app's toasts. */
export const toasts = createToastQueue();
