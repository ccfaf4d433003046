import { createContext, useContext } from 'react';

/** The overlay around a component. */
export interface OverlayScope {
  /** The ids of the overlays around it, from the outermost to the innermost. */
  path: readonly string[];
  /** Closes the innermost one after its form was sent. */
  finish: () => void;
  /** Closes the innermost one without sending; asks first if something typed would be lost. */
  leave: () => void;
}

export const OverlayContext = createContext<OverlayScope>({ path: [], finish: () => undefined, leave: () => undefined });

/** Returns how to close the overlay around this component. */
export function useOverlayScope(): OverlayScope {
  return useContext(OverlayContext);
}
