import type { AnyRouter } from '@tanstack/react-router';
import { useContext, useEffect, useId, useMemo, useRef, useState } from 'react';
import { createStore, useStore } from '#web/lib/store.ts';
import { keepFocus } from './keep-focus.ts';
import {
  closingEffect,
  discardFirst,
  forgetRelease,
  OverlayContext,
  type OverlayScope,
  releaseInput,
  unsavedInput,
} from './unsaved-input.ts';

interface OpenLayer {
  height: number;
  close(): void;
}

/** The open overlays, the uppermost last. */
const open: OpenLayer[] = [];

function closeUppermost(event: KeyboardEvent): void {
  // IME composition, an open list or an open calendar handles Esc itself.
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
  open.at(-1)?.close();
}

/** Returns whether an overlay is open, which Esc closes before anything of the page. */
export const hasOpenOverlay = (): boolean => open.length > 0;

/** Open overlays that are not in the address, the uppermost last. Back closes them instead of leaving the page. */
export const localOverlays = createStore<readonly { close(): void }[]>({ initial: [] });

interface OverlayOptions {
  layer: LayerName;
  isOpen: boolean;
  onClose: () => void;
  /** Handles Esc and a click outside, if they differ from the close button. */
  onDismiss?: (() => void) | undefined;
  /** Whether closing is disabled. */
  isLocked?: boolean;
  /** Whether the address says that it is open. Otherwise Back has to close it. */
  isInUrl: boolean;
}

interface Overlay {
  /** Closes it; asks first if something typed in it would be lost, and does nothing while it is being sent. */
  close: () => void;
  /** The same for Esc and a click outside. */
  dismiss: () => void;
  /** Whether it cannot be closed now. */
  isLocked: boolean;
  /** For the context around its content. */
  scope: OverlayScope;
}

/** Puts a drawer, dialog, viewer or popover on the stack: Esc closes the uppermost one only, and unsaved input in it is protected. */
export function useOverlay({ layer, isOpen, onClose, onDismiss = onClose, isLocked = false, isInUrl }: OverlayOptions): Overlay {
  const id = useId();
  const parents = useContext(OverlayContext).path;
  const isSending = useStore(unsavedInput, (entries) => closingEffect(entries, id) === 'interrupts');
  const latest = useRef({ onClose, onDismiss, isLocked });
  useEffect(() => {
    latest.current = { onClose, onDismiss, isLocked };
  });

  const handlers = useMemo(() => {
    const guarded = (handler: 'onClose' | 'onDismiss') => () => {
      if (latest.current.isLocked) return;
      discardFirst(id, () => {
        releaseInput(id);
        latest.current[handler]();
      });
    };
    const finish = (): void => {
      releaseInput(id);
      latest.current.onClose();
    };
    return { close: guarded('onClose'), dismiss: guarded('onDismiss'), finish };
  }, [id]);
  const scope = useMemo(() => ({ path: [...parents, id], finish: handlers.finish, close: handlers.close }), [parents, id, handlers]);

  useEffect(() => {
    if (!isOpen) return;
    forgetRelease(id);
    const own: OpenLayer = { height: LAYERS[layer], close: handlers.dismiss };
    open.push(own);
    // A link that opens several layers at once mounts them in any order.
    open.sort((one, other) => one.height - other.height);
    window.addEventListener('keydown', closeUppermost);
    keepFocus();
    return () => {
      open.splice(open.indexOf(own), 1);
      if (open.length === 0) window.removeEventListener('keydown', closeUppermost);
    };
  }, [id, layer, isOpen, handlers]);

  useEffect(() => {
    if (!isOpen || isInUrl) return;
    const own = { close: handlers.dismiss };
    localOverlays.set((before) => [...before, own]);
    return () => localOverlays.set((before) => before.filter((each) => each !== own));
  }, [isOpen, isInUrl, handlers]);

  return { close: handlers.close, dismiss: handlers.dismiss, isLocked: isLocked || isSending, scope };
}

/**
 * The state of a menu or popover that its own button opens, as props of Mantine's `Menu` and `Popover`. Esc, Back and a click outside
 * close it.
 */
export function usePopup() {
  const [isOpen, setIsOpen] = useState(false);
  useOverlay({ layer: 'popover', isOpen, onClose: () => setIsOpen(false), isInUrl: false });
  return { opened: isOpen, onChange: setIsOpen, closeOnEscape: false };
}

/** The z-index of each layer, and the order in which Esc closes them. */
export const LAYERS = { drawer: 200, chat: 210, dialog: 220, popover: 230, question: 240 } as const;

type LayerName = keyof typeof LAYERS;

declare module '@tanstack/history' {
  interface HistoryState {
    /** Whether this history entry opened an overlay. Closing the overlay goes back. */
    isOverlay?: boolean;
  }
}

/** The history entry that was last left by going back. The browser takes a moment to do so. */
let left: { step: string | undefined; atMs: number } | undefined;
const BACK_MS = 1000;

/**
 * Closes an overlay; `closed` holds the URL parameters without it. If this history entry opened it, it goes back, so that the browser's
 * Back does not open it again. Does nothing if the overlay is already closed, for example by a second click, because going back again
 * would close what is below it.
 */
export function closeOverlay(router: AnyRouter, closed: object, replace: () => void): void {
  const { search, state } = router.latestLocation;
  // A default is not in the address.
  const given = (value: unknown): unknown => (value === '' || value === false ? undefined : value);
  const isOpen = Object.entries(closed).some(([name, value]) => given(search[name]) !== given(value));
  const step = state.__TSR_key;
  const isBeingLeft = left !== undefined && left.step === step && Date.now() - left.atMs < BACK_MS;
  if (!isOpen || isBeingLeft) return;
  if (!state.isOverlay) {
    replace();
    return;
  }
  left = { step, atMs: Date.now() };
  // The caller has already asked about unsaved input.
  router.history.back({ ignoreBlocker: true });
}

/** Returns false until after the first render, so that a lazily loaded layer animates and remembers the previous focus like any other. */
export function useOpened(isOpen: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return isMounted && isOpen;
}

/** Returns the value, or the last one if there is none, so that a closing panel keeps its content during the animation. */
export function useLast<T>(value: T | null | undefined): T | undefined {
  const [last, setLast] = useState(value ?? undefined);
  if (value !== null && value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

/** Like `useLast` for several values of one record. They are replaced together, so that values of two records never mix. */
export function useLastOf<T extends Readonly<Record<string, string | number | undefined>>>(values: T | undefined): T | undefined {
  const last = useLast(values && JSON.stringify(values));
  return useMemo(() => (last === undefined ? undefined : (JSON.parse(last) as T)), [last]);
}

/**
 * Returns the row of a list that the address names. It stays while the address names it, although a refetch may have moved it off the page:
 * the editor of a row must not close while something is typed in it.
 */
export function useNamedRow<Row extends { id: number }>(rows: readonly Row[] | undefined, named: number | undefined): Row | undefined {
  const last = useLast(rows?.find(({ id }) => id === named));
  return last?.id === named ? last : undefined;
}
