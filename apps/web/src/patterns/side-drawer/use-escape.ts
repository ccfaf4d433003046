import { useEffect, useRef } from 'react';
import { LAYERS, type LayerName } from './layers.ts';

interface OpenLayer {
  height: number;
  close(): void;
}

const open: OpenLayer[] = [];

function closeUppermost(event: KeyboardEvent): void {
  // IME composition, an open list or an open calendar handles Esc itself.
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
  open.at(-1)?.close();
}

/** Closes this layer on Esc if no other layer is above it. With a dialog over a drawer, Esc closes only the dialog. */
export function useEscape(layer: LayerName, isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    if (!isOpen) return;
    const own: OpenLayer = { height: LAYERS[layer], close: () => latest.current() };
    open.push(own);
    // A link that opens several layers at once mounts them in any order.
    open.sort((one, other) => one.height - other.height);
    window.addEventListener('keydown', closeUppermost);
    return () => {
      open.splice(open.indexOf(own), 1);
      if (open.length === 0) window.removeEventListener('keydown', closeUppermost);
    };
  }, [layer, isOpen]);
}
