import type { PermissionCode } from '@yardage/contract/permissions';
import type { ReactNode } from 'react';
import { useHoldsAny } from '#web/lib/access/access.ts';

interface CanProps {
  anyOf: readonly PermissionCode[];
  /** Shown to users who hold none of the codes. */
  otherwise?: ReactNode;
  children: ReactNode;
}

/** Shows its children to users who hold any of the codes (PER-07). */
export function Can({ anyOf, otherwise = null, children }: CanProps) {
  return useHoldsAny(anyOf) ? children : otherwise;
}
