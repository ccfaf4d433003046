import { useContext, useEffect, useId, useMemo, useRef } from 'react';
import { createStore, useStore } from '#web/lib/store.ts';
import { askToDiscard } from './ask-to-discard.ts';
import { LAYERS, type LayerName } from './layers.ts';
import { OverlayContext, type OverlayScope } from './overlay-context.ts';
import { closingEffect, forgetRelease, releaseInput, unsavedInput } from './unsaved-input.ts';

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
  /** Whether it is not part of the address, so that Back has to close it. */
  isLocal?: boolean;
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
export function useOverlay({ layer, isOpen, onClose, onDismiss = onClose, isLocked = false, isLocal = false }: OverlayOptions): Overlay {
  const id = useId();
  const parents = useContext(OverlayContext).path;
  const isSending = useStore(unsavedInput, (entries) => closingEffect(entries, id) === 'interrupts');
  const latest = useRef({ onClose, onDismiss, isLocked });
  useEffect(() => {
    latest.current = { onClose, onDismiss, isLocked };
  });

  const ways = useMemo(() => {
    const guarded = (way: 'onClose' | 'onDismiss') => () => {
      if (latest.current.isLocked) return;
      const effect = closingEffect(unsavedInput.get(), id);
      const go = (): void => {
        releaseInput(id);
        latest.current[way]();
      };
      if (effect === 'loses') askToDiscard(go);
      if (effect === 'none') go();
    };
    const finish = (): void => {
      releaseInput(id);
      latest.current.onClose();
    };
    return { close: guarded('onClose'), dismiss: guarded('onDismiss'), finish };
  }, [id]);
  const scope = useMemo(() => ({ path: [...parents, id], finish: ways.finish, leave: ways.close }), [parents, id, ways]);

  useEffect(() => {
    if (!isOpen) return;
    forgetRelease(id);
    const own: OpenLayer = { height: LAYERS[layer], close: ways.dismiss };
    open.push(own);
    // A link that opens several layers at once mounts them in any order.
    open.sort((one, other) => one.height - other.height);
    window.addEventListener('keydown', closeUppermost);
    return () => {
      open.splice(open.indexOf(own), 1);
      if (open.length === 0) window.removeEventListener('keydown', closeUppermost);
    };
  }, [id, layer, isOpen, ways]);

  useEffect(() => {
    if (!isOpen || !isLocal) return;
    const own = { close: ways.dismiss };
    localOverlays.set((before) => [...before, own]);
    return () => localOverlays.set((before) => before.filter((each) => each !== own));
  }, [isOpen, isLocal, ways]);

  return { close: ways.close, dismiss: ways.dismiss, isLocked: isLocked || isSending, scope };
}
