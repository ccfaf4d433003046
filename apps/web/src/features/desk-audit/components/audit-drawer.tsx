import type { AuditRow } from '@yardage/contract/desk-audit';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { Card } from '#web/patterns/card.tsx';
import { InfoCard } from '#web/patterns/info-card.tsx';
import layout from '#web/patterns/layout.module.css';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { DESK_AUDIT_MESSAGES as MESSAGES } from '../desk-audit.messages.ts';
import { customerText, whoText } from './audit-columns.tsx';
import classes from './audit-drawer.module.css';

/** One entry of the audit log with its details. */
export function AuditDrawer({ entry, onClose }: { entry: AuditRow | undefined; onClose: () => void }) {
  const shown = useLast(entry);
  const { dateTime } = useFormats();
  return (
    <SideDrawer isInAddress isOpen={entry !== undefined} onClose={onClose} title={shown?.action ?? ''} context={shown?.subject}>
      {shown ? (
        <div className={layout.sections}>
          <InfoCard
            title={MESSAGES.facts}
            isComplete
            rows={[
              { label: MESSAGES.time, value: dateTime(shown.at) },
              { label: MESSAGES.who, value: whoText(shown) },
              { label: MESSAGES.email, value: shown.userEmail },
              { label: MESSAGES.account, value: customerText(shown) },
              { label: MESSAGES.request, value: shown.requestId },
            ]}
          />
          <Card title={MESSAGES.detail}>
            <pre className={classes.detail}>{JSON.stringify(shown.detail, null, 2)}</pre>
          </Card>
        </div>
      ) : null}
    </SideDrawer>
  );
}
