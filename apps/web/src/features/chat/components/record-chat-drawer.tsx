import { Button } from '@mantine/core';
import type { JobAddress } from '@yardage/contract/chat';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { Notice } from '#web/patterns/notice.tsx';
import { Skeleton, StillLoading } from '#web/patterns/skeleton.tsx';
import { CHAT_MESSAGES as MESSAGES } from '../chat.messages.ts';
import { abandonStart } from '../start-keys.ts';
import { useStartChat } from '../use-start-chat.ts';
import { ChatDrawer } from './chat-drawer.tsx';
import classes from './record-chat-drawer.module.css';

interface RecordChatDrawerProps {
  /** The order or ticket; undefined while the drawer is closed. */
  record: { category: 3 | 4; entityId: number } | undefined;
  /** The delivery address. The chat starts automatically when it is known (CHT-19). */
  jobAddress: JobAddress | undefined;
  /** Error shown if the record's details could not be loaded. */
  failure?: ReactNode;
  context?: ReactNode;
  onClose: () => void;
  /** Other ways to contact dispatch. */
  ways?: ReactNode;
}

/** The chat about one order or ticket. It starts when the record's details have loaded (CHT-19). */
export function RecordChatDrawer({ record, jobAddress, failure, context, onClose, ways }: RecordChatDrawerProps) {
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
      isOpen={isOpen}
      onClose={onClose}
      sessionId={started?.place === place ? started.sessionId : undefined}
      context={context}
      ways={ways}
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
