import { type ReactNode, Suspense, useState } from 'react';

interface MountOnceNeededProps {
  isNeeded: boolean;
  /** Usually a lazy component. */
  children: ReactNode;
}

/** Mounts its children when first needed and keeps them mounted, so that they can animate closing and restore the focus. */
export function MountOnceNeeded({ isNeeded, children }: MountOnceNeededProps) {
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  return wasNeeded ? <Suspense fallback={null}>{children}</Suspense> : null;
}
