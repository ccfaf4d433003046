import { useQuery } from '@tanstack/react-query';
import type { DeskRegistrationRow } from '@yardage/contract/desk';
import { formatPhone } from '@yardage/domain/phones';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { InfoCard } from '#web/patterns/info-card.tsx';
import { MailLink } from '#web/patterns/mail-link.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { useLast } from '#web/patterns/side-drawer/use-last.ts';
import { deskRegistrationQuery } from '../api/get-registrations.ts';
import { DESK_WORDS } from '../desk.messages.ts';
import { accountText } from './account-picker.tsx';
import { nameOf } from './registration-columns.tsx';
import { RegistrationDecision } from './registration-decision.tsx';
import classes from './registration-drawer.module.css';

const WORDS = DESK_WORDS.registrations;

interface RegistrationDrawerProps {
  /** Undefined while the drawer is closed. */
  requestId: number | undefined;
  onClose: () => void;
}

/** A registration request in a drawer with the decision form. If a colleague decided it first, it stays open and says so. */
export function RegistrationDrawer({ requestId, onClose }: RegistrationDrawerProps) {
  const isOpen = requestId !== undefined;
  const query = useQuery({ ...deskRegistrationQuery(useLast(requestId) ?? 0), enabled: isOpen });
  const isDecided = query.error instanceof HttpProblem && query.error.status === 404;
  return (
    <SideDrawer isOpen={isOpen} onClose={onClose} title={WORDS.details} context={query.data ? nameOf(query.data) : null}>
      <div className={classes.sections}>
        {isDecided ? (
          <Notice kind="info" title={WORDS.decided}>
            {WORDS.decidedText}
          </Notice>
        ) : null}
        <DetailState query={isDecided ? { ...query, error: null } : query} shape={[3, 5]}>
          {(request) => (
            <>
              {isDecided ? null : <RegistrationDecision key={request.id} request={request} onDone={onClose} />}
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
      title={WORDS.information}
      isComplete
      rows={[
        { label: WORDS.email, value: <MailLink email={request.email} /> },
        { label: WORDS.phone, value: formatPhone(request.phone) },
        { label: WORDS.company, value: request.companyName },
        { label: WORDS.customerNumber, value: request.customerNumber },
        { label: WORDS.account, value: request.customer ? accountText(request.customer) : WORDS.unknownAccount },
        { label: WORDS.address, value: `${request.address}, ${request.city}, ${request.state} ${request.zip}` },
        { label: WORDS.requested, value: formats.dateTime(request.requestedDate) },
      ]}
    />
  );
}
