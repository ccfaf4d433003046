import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { askAgain } from './lazy-opened.ts';

interface MountOnceNeededProps {
  isNeeded: boolean;
  /** Usually a lazy component. */
  children: ReactNode;
}

/** Mounts its children when first needed and keeps them mounted, so that they can animate closing and restore the focus. */
export function MountOnceNeeded({ isNeeded, children }: MountOnceNeededProps) {
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  return wasNeeded ? <Suspense fallback={isNeeded ? <Awaited /> : null}>{children}</Suspense> : null;
}

/** Shown while what was opened is loaded. A click then most likely asks for it once more, wherever it is, as for another row of the list. */
function Awaited() {
  useEffect(() => {
    let isShown = true;
    const ask = ({ target }: MouseEvent): void => {
      // The toast has a Retry of its own, and closing it asks for nothing.
      if (!(target instanceof Element && target.closest('[data-toasts]'))) askAgain(() => isShown);
    };
    document.addEventListener('click', ask);
    return () => {
      isShown = false;
      document.removeEventListener('click', ask);
    };
  }, []);
  return null;
}
