import { useQuery } from '@tanstack/react-query';
import type { DeskRegistrationRow } from '@yardage/contract/desk';
import { formatPhone } from '@yardage/domain/phones';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { useRecordTitle } from '#web/lib/navigation/page-title.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { InfoCard } from '#web/patterns/info-card.tsx';
import { MailLink } from '#web/patterns/mail-link.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { deskRegistrationQuery } from '../desk.api.ts';
import { DESK_REGISTRATIONS_MESSAGES as MESSAGES } from '../desk.messages.ts';
import { accountText } from './account-picker.tsx';
import { registrantName } from './registration-columns.tsx';
import { RegistrationDecision } from './registration-decision.tsx';
import classes from './registration-drawer.module.css';

interface RegistrationDrawerProps {
  /** Undefined while the drawer is closed. */
  requestId: number | undefined;
  onClose: () => void;
}

/** A registration request in a drawer with the decision form. If a colleague decided it first, it stays open and says so. */
export function RegistrationDrawer({ requestId, onClose }: RegistrationDrawerProps) {
  const isOpen = requestId !== undefined;
  const query = useQuery({ ...deskRegistrationQuery(useLast(requestId) ?? 0), enabled: isOpen });
  const isNamed = isOpen && query.data !== undefined;
  useRecordTitle(isNamed, query.data ? registrantName(query.data) : '');
  const isDecided = query.error instanceof HttpProblem && query.error.status === 404;
  return (
    <SideDrawer isOpen={isOpen} onClose={onClose} title={MESSAGES.details} context={query.data ? registrantName(query.data) : null}>
      <div className={classes.sections}>
        {isDecided ? (
          <Notice kind="info" title={MESSAGES.decided}>
            {MESSAGES.decidedText}
          </Notice>
        ) : null}
        <DetailState query={isDecided ? { ...query, error: null } : query} shape={[3, 5]}>
          {(request) => (
            <>
              {isDecided ? null : <RegistrationDecision key={request.id} request={request} />}
              <RegistrationFacts request={request} />
            </>
          )}
        </DetailState>
      </div>
    </SideDrawer>
  );
}

function RegistrationFacts({ request }: { request: DeskRegistrationRow }) {
  const formats = useFormats();
  return (
    <InfoCard
      title={MESSAGES.information}
      isComplete
      rows={[
        { label: MESSAGES.email, value: <MailLink email={request.email} /> },
        { label: MESSAGES.phone, value: formatPhone(request.phone) },
        { label: MESSAGES.company, value: request.companyName },
        { label: MESSAGES.customerNumber, value: request.customerNumber },
        { label: MESSAGES.account, value: request.customer ? accountText(request.customer) : MESSAGES.unknownAccount },
        { label: MESSAGES.address, value: `${request.address}, ${request.city}, ${request.state} ${request.zip}` },
        { label: MESSAGES.requested, value: formats.dateTime(request.requestedDate) },
      ]}
    />
  );
}
