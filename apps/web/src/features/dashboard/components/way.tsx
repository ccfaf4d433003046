import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Where a figure leads; the page says it, because it knows the other screens. */
export interface Way {
  to: string;
  search?: Record<string, string | number>;
}

interface WayLinkProps {
  way: Way | null;
  className?: string | undefined;
  children: ReactNode;
}

/** A link along a way; without one the same content, leading nowhere. */
export function WayLink({ way, className, children }: WayLinkProps) {
  if (!way) return <div className={className}>{children}</div>;
  return (
    // The router knows a route's parameters by its literal path only; the route reads them like any typed address.
    <Link to={way.to} search={(way.search ?? {}) as never} className={className}>
      {children}
    </Link>
  );
}
