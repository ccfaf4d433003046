import { Button } from '@mantine/core';
import type { JobAddress } from '@yardage/contract/chat';
import { MAX_STREET_LENGTH } from '@yardage/domain/chat';
import { telHref } from '@yardage/domain/phones';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { Skeleton, StillLoading } from '#web/patterns/skeleton.tsx';
import { CHAT_MESSAGES as MESSAGES } from '../chat.messages.ts';
import { abandonStart, useStartChat } from '../use-start-chat.ts';
import { ChatDrawer } from './chat-drawer.tsx';
import classes from './record-chat-drawer.module.css';

interface RecordChatDrawerProps {
  /** The order or ticket; undefined while the drawer is closed. */
  record: { category: 1 | 3 | 4; entityId: number } | undefined;
  /** The delivery address. The chat starts automatically when it is known (CHT-19). */
  jobAddress: JobAddress | undefined;
  /** Error shown if the record's details could not be loaded. */
  failure?: ReactNode;
  context?: ReactNode;
  onClose: () => void;
  /** Other ways to contact dispatch. */
  contactLinks?: ReactNode;
}

/** The chat about one order or ticket. It starts when the record's details have loaded (CHT-19). */
export function RecordChatDrawer({ record, jobAddress, failure, context, onClose, contactLinks }: RecordChatDrawerProps) {
  const isOpen = record !== undefined;
  // Keep the last record, so that the content stays while the drawer slides out.
  const placeName = useLast(record && `${record.category}.${record.entityId}`) ?? '';
  const [started, setStarted] = useState<{ place: string; sessionId: string }>();
  const { place, start, isFailed } = useStartChat(placeName, ({ sessionId }, of) => setStarted({ place: of, sessionId }));
  const begin = (): void => {
    if (record && jobAddress) start({ ...record, jobAddress });
  };
  const beginAnew = useEffectEvent(() => {
    setStarted(undefined);
    begin();
  });
  const isReady = isOpen && jobAddress !== undefined;
  useEffect(() => {
    if (!isReady) return;
    beginAnew();
    return () => abandonStart(place);
  }, [isReady, place]);

  const again = (text: string) => (
    <Button variant="default" onClick={begin}>
      {text}
    </Button>
  );
  return (
    <ChatDrawer
      isInUrl
      isOpen={isOpen}
      onClose={onClose}
      sessionId={started?.place === place ? started.sessionId : undefined}
      context={context}
      contactLinks={contactLinks}
      afterEnd={again(MESSAGES.startAgain)}
      starting={
        <div className={classes.starting}>
          {failure ?? (isFailed ? <Notice kind="failure" title={MESSAGES.startFailed} action={again(MESSAGES.retry)} /> : <Starting />)}
        </div>
      }
    />
  );
}

function Starting() {
  return (
    <>
      <p className={classes.text} role="status">
        {MESSAGES.starting}
      </p>
      <StillLoading />
      <Skeleton width="55%" />
      <Skeleton width="40%" />
    </>
  );
}

interface DispatchWaysProps {
  /** Subject and body lines for the mail link; undefined until the record has loaded. */
  mail?: { subject: string; lines: readonly (readonly [label: string, value: string])[] } | undefined;
}

/** Dispatch's phone and mail links for the drawer header, as an alternative to the chat. A narrow drawer shows only the icons. */
export function DispatchWays({ mail }: DispatchWaysProps) {
  const { supportPhone, supportEmail } = publicConfig().branding;
  if (!supportPhone && !supportEmail) return null;
  const body = mail?.lines.map(([label, value]) => `${label}: ${value}`).join('\r\n');
  const query = mail ? `?subject=${encodeURIComponent(mail.subject)}&body=${encodeURIComponent(`${body}\r\n\r\n`)}` : '';
  return (
    <p className={classes.ways}>
      {supportPhone ? (
        <a className={classes.way} href={telHref(supportPhone)} aria-label={MESSAGES.call(supportPhone)} title={supportPhone}>
          <Icon name="phone" />
          <span className={classes.words}>{supportPhone}</span>
        </a>
      ) : null}
      {supportEmail ? (
        <a className={classes.way} href={`mailto:${supportEmail}${query}`} aria-label={MESSAGES.write(supportEmail)} title={supportEmail}>
          <Icon name="mail" />
          <span className={classes.words}>{supportEmail}</span>
        </a>
      ) : null}
    </p>
  );
}

/** Returns a record's address. Records have only address lines, so all lines go into `street`; nothing is parsed (CHT-08, API-18). */
export function recordAddress(...lines: (string | null)[]): JobAddress {
  const street = lines.filter(Boolean).join(', ').slice(0, MAX_STREET_LENGTH);
  return { street, city: '', state: '', zip: '', latitude: null, longitude: null };
}
