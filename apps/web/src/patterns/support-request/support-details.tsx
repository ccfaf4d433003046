import type { SupportDetail } from '@yardage/contract/support';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { Card } from '#web/patterns/card.tsx';
import { InfoCard } from '#web/patterns/info-card.tsx';
import { MailLink } from '#web/patterns/mail-link.tsx';
import classes from './support-details.module.css';
import { SUPPORT_REQUEST_WORDS as WORDS } from './support-request.messages.ts';

/** The description of a support request and its replies (SUP-05). */
export function SupportExchange({ request }: { request: SupportDetail }) {
  const formats = useFormats();
  return (
    <>
      <Card title={WORDS.description}>
        <p className={classes.text}>{request.description}</p>
      </Card>
      {request.replies.length > 0 ? (
        <Card title={WORDS.replies}>
          <ol className={classes.replies}>
            {request.replies.map(({ id, authorName, message, createdDate }) => (
              <li key={id}>
                <p className={classes.byline}>
                  <strong>{authorName}</strong> {formats.dateTime(createdDate)}
                </p>
                <p className={classes.message}>{message}</p>
              </li>
            ))}
          </ol>
        </Card>
      ) : null}
    </>
  );
}

/** The fields of a support request that are not in its title (SUP-05, SUP-08). */
export function SupportFields({ request }: { request: SupportDetail }) {
  const formats = useFormats();
  const rows = [
    { label: WORDS.account, value: WORDS.accountLine(request.displayName, request.globalCustomerNumber) },
    { label: WORDS.customer, value: WORDS.accountLine(request.customerName, request.customerNumber) },
    { label: WORDS.dataSource, value: request.dataSourceName },
    { label: WORDS.category, value: request.categoryName },
    { label: WORDS.type, value: request.typeName },
    { label: WORDS.assignedTo, value: request.assignedToName ?? WORDS.nobody },
    {
      label: WORDS.assignedEmail,
      value: request.assignedToEmail ? <MailLink email={request.assignedToEmail} /> : null,
    },
    { label: WORDS.created, value: formats.dateTime(request.createdDate) },
    { label: WORDS.modified, value: formats.dateTime(request.modifiedDate) },
  ];
  return <InfoCard title={WORDS.information} rows={rows} isComplete />;
}
