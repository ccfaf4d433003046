import { Button } from '@mantine/core';
import type { useQuery } from '@tanstack/react-query';
import type { Attachment, SupportDetail } from '@yardage/contract/support';
import { shownName } from '@yardage/domain/names';
import { SUPPORT_CATEGORY_NAMES, SUPPORT_TYPE_NAMES } from '@yardage/domain/names.messages';
import { formatPhone } from '@yardage/domain/phones';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { Card } from '#web/patterns/card.tsx';
import { DETAIL_STATE_MESSAGES } from '#web/patterns/detail-state.messages.ts';
import { InfoCard } from '#web/patterns/info-card.tsx';
import { MailLink } from '#web/patterns/mail-link.tsx';
import { PictureList } from '#web/patterns/pictures/picture-list.tsx';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import classes from './support-details.module.css';
import { SUPPORT_REQUEST_MESSAGES as MESSAGES } from './support-request.messages.ts';

/** Its time zone is given at the desk; customers see that of their plants. */
type ShownRequest = SupportDetail & { timeZone?: string };

/** The description of a support request and its replies (SUP-05). */
export function SupportExchange({ request }: { request: ShownRequest }) {
  const formats = useFormats(request.timeZone);
  return (
    <>
      <Card title={MESSAGES.description}>
        <p className={classes.text}>{request.description}</p>
      </Card>
      {request.replies.length > 0 ? (
        <Card title={MESSAGES.replies}>
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
export function SupportFields({ request, creator }: { request: ShownRequest; creator?: Creator | null }) {
  const formats = useFormats(request.timeZone);
  const rows = [
    ...(creator ? creatorRows(creator) : []),
    { label: MESSAGES.account, value: MESSAGES.accountLine(request.displayName, request.globalCustomerNumber) },
    { label: MESSAGES.customer, value: MESSAGES.accountLine(request.customerName, request.customerNumber) },
    { label: MESSAGES.dataSource, value: request.dataSourceName },
    { label: MESSAGES.category, value: shownName(SUPPORT_CATEGORY_NAMES, request.categoryName) },
    { label: MESSAGES.type, value: shownName(SUPPORT_TYPE_NAMES, request.typeName) },
    { label: MESSAGES.assignedTo, value: request.assignedToName ?? MESSAGES.nobody },
    {
      label: MESSAGES.assignedEmail,
      value: request.assignedToEmail ? <MailLink email={request.assignedToEmail} /> : null,
    },
    { label: MESSAGES.created, value: formats.dateTime(request.createdDate) },
    { label: MESSAGES.modified, value: formats.dateTime(request.modifiedDate) },
  ];
  return <InfoCard title={MESSAGES.information} rows={rows} isComplete />;
}

/** Who made a request, which only staff see. */
interface Creator {
  name: string;
  email: string;
  phone: string | null;
  hasAccess: boolean;
}

const creatorRows = ({ name, email, phone, hasAccess }: Creator) => [
  { label: MESSAGES.askedBy, value: hasAccess ? name : MESSAGES.withoutAccess(name) },
  { label: MESSAGES.askedByEmail, value: <MailLink email={email} /> },
  { label: MESSAGES.askedByPhone, value: formatPhone(phone) },
];

interface SupportPicturesProps {
  /** The query that lists the files. */
  query: ReturnType<typeof useQuery<Attachment[]>>;
  /** Downloads one file. */
  load: (attachment: Attachment) => Promise<Blob>;
}

/** The files of a support request, which can be opened or downloaded (SUP-06). */
export function SupportPictures({ query, load }: SupportPicturesProps) {
  const { data: files, isError, refetch } = query;
  return (
    <Card title={MESSAGES.attachments}>
      {files === undefined && isError ? (
        <p className={classes.none}>
          {MESSAGES.attachmentsFailed}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
            {DETAIL_STATE_MESSAGES.retry}
          </Button>
        </p>
      ) : null}
      {files === undefined && !isError ? (
        <p className={classes.none}>
          <Skeleton width={180} />
        </p>
      ) : null}
      {files?.length === 0 ? <p className={classes.none}>{MESSAGES.noAttachments}</p> : null}
      {files && files.length > 0 ? (
        <PictureList pictures={files.map((file) => ({ id: file.attachment, fileName: file.fileName, load: () => load(file) }))} />
      ) : null}
    </Card>
  );
}
