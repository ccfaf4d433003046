import { type ReactNode, Suspense, useState } from 'react';

interface OnceProps {
  isWanted: boolean;
  /** Usually a lazy component. */
  children: ReactNode;
}

/** Mounts its children when first needed and keeps them mounted, so that they can animate closing and restore the focus. */
export function Once({ isWanted, children }: OnceProps) {
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  return wasWanted ? <Suspense fallback={null}>{children}</Suspense> : null;
}
