import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Link target of a figure. The page passes it in, because a feature does not know the other screens. */
export interface Way {
  to: string;
  search?: Record<string, string | number>;
}

interface WayLinkProps {
  way: Way | null;
  /** Names the target, if the content does not. */
  label?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Renders a link to `way`, or the same content without a link if `way` is null. */
export function WayLink({ way, label, className, children }: WayLinkProps) {
  if (!way) return <div className={className}>{children}</div>;
  return (
    // The router types search params only for literal paths, hence the cast. The route validates them like a URL typed by hand.
    <Link to={way.to} search={(way.search ?? {}) as never} className={className} title={label}>
      {children}
    </Link>
  );
}
