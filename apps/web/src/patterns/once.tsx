import { type ReactNode, Suspense, useState } from 'react';

interface OnceProps {
  isWanted: boolean;
  /** Mostly lazy. */
  children: ReactNode;
}

/** Its script comes when it is first wanted; from then on it stays, so that it can close gently and give the focus back. */
export function Once({ isWanted, children }: OnceProps) {
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  return wasWanted ? <Suspense fallback={null}>{children}</Suspense> : null;
}
