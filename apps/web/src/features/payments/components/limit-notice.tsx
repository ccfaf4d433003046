import type { ReactNode } from 'react';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { Notice } from '#web/patterns/notice.tsx';
import { CHECKOUT_PLAN_MESSAGES as MESSAGES } from '../payables.messages.ts';
import type { SpendingLimit } from '../payables.ts';

interface LimitNoticeProps {
  limit: SpendingLimit;
  total: number;
  children: ReactNode;
}

/** Says why a payment needs a second person: it exceeds the limit, alone or with what was paid within a day (APY-07). */
export function LimitNotice({ limit: { amount, used }, total, children }: LimitNoticeProps) {
  const title =
    total <= amount ? MESSAGES.aboveLimitWithin(formatCurrency(amount), formatCurrency(used)) : MESSAGES.aboveLimit(formatCurrency(amount));
  return (
    <Notice kind="info" title={title}>
      {children}
    </Notice>
  );
}
