import type { DeskRegistrationRow } from '@yardage/contract/desk';
import { formatPhone } from '@yardage/domain/phones';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { InfoCard } from '#web/patterns/info-card.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { useLast } from '#web/patterns/side-drawer/use-last.ts';
import { DESK_WORDS } from '../desk.messages.ts';
import { accountText } from './account-picker.tsx';
import { nameOf } from './registration-columns.tsx';
import { RegistrationDecision } from './registration-decision.tsx';
import classes from './registration-drawer.module.css';

const WORDS = DESK_WORDS.registrations;

interface RegistrationDrawerProps {
  /** None while the drawer is closed, or for a request that was decided meanwhile. */
  request: DeskRegistrationRow | undefined;
  onClose: () => void;
}

/** A request beside the list, with the decision. */
export function RegistrationDrawer({ request, onClose }: RegistrationDrawerProps) {
  const shown = useLast(request);
  const formats = useFormats();
  return (
    <SideDrawer isOpen={request !== undefined} onClose={onClose} title={WORDS.details} context={shown ? nameOf(shown) : null}>
      {shown ? (
        <div className={classes.sections}>
          <RegistrationDecision key={shown.id} request={shown} onDone={onClose} />
          <InfoCard
            title={WORDS.information}
            isComplete
            rows={[
              { label: WORDS.name, value: nameOf(shown) },
              { label: WORDS.email, value: <a href={`mailto:${shown.email}`}>{shown.email}</a> },
              { label: WORDS.phone, value: formatPhone(shown.phone) },
              { label: WORDS.company, value: shown.companyName },
              { label: WORDS.customerNumber, value: shown.customerNumber },
              { label: WORDS.account, value: shown.customer ? accountText(shown.customer) : WORDS.unknownAccount },
              { label: WORDS.address, value: `${shown.address}, ${shown.city}, ${shown.state} ${shown.zip}` },
              { label: WORDS.requested, value: formats.dateTime(shown.requestedDate) },
            ]}
          />
        </div>
      ) : null}
    </SideDrawer>
  );
}
