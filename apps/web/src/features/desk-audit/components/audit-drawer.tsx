import { useQuery } from '@tanstack/react-query';
import { formatDateTimeOfDesk } from '#web/lib/formats/named-zone.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { InfoCard } from '#web/patterns/info-card.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { auditEntryQuery } from '../desk-audit.api.ts';
import { DESK_AUDIT_MESSAGES as MESSAGES } from '../desk-audit.messages.ts';
import { actionText, customerText, whoText } from './audit-columns.tsx';
import classes from './audit-drawer.module.css';

/** One entry of the audit log with its details. `entryId` is undefined while the drawer is closed. */
export function AuditDrawer({ entryId, onClose }: { entryId: number | undefined; onClose: () => void }) {
  const shownId = useLast(entryId) ?? 0;
  const query = useQuery({ ...auditEntryQuery(shownId), enabled: entryId !== undefined });
  const { timeZone } = useFormats();
  return (
    <SideDrawer
      isInUrl
      isOpen={entryId !== undefined}
      onClose={onClose}
      title={query.data ? actionText(query.data.action) : MESSAGES.facts}
      context={query.data?.subject}
    >
      <DetailState query={query} skeletonLines={[5, 3]}>
        {(entry) => (
          <>
            <InfoCard
              title={MESSAGES.facts}
              isComplete
              rows={[
                { label: MESSAGES.time, value: formatDateTimeOfDesk(entry.at, timeZone) },
                { label: MESSAGES.who, value: whoText(entry) },
                { label: MESSAGES.email, value: entry.userEmail },
                { label: MESSAGES.account, value: customerText(entry) },
                { label: MESSAGES.code, value: entry.action },
                { label: MESSAGES.request, value: entry.requestId },
              ]}
            />
            <Card title={MESSAGES.detail}>
              <pre className={classes.detail}>{JSON.stringify(entry.detail, null, 2)}</pre>
            </Card>
          </>
        )}
      </DetailState>
    </SideDrawer>
  );
}
