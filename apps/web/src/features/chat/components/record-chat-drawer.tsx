import { Button } from '@mantine/core';
import type { JobAddress } from '@yardage/contract/chat';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Bone } from '#web/patterns/bone.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { useLast } from '#web/patterns/side-drawer/use-last.ts';
import { StillLoading } from '#web/patterns/still-loading.tsx';
import { CHAT_MESSAGES as WORDS } from '../chat.messages.ts';
import { abandonStart } from '../start-keys.ts';
import { useStartChat } from '../use-start-chat.ts';
import { ChatDrawer } from './chat-drawer.tsx';
import classes from './record-chat-drawer.module.css';

interface RecordChatDrawerProps {
  /** The record; none while the drawer is closed. */
  record: { category: 3 | 4; entityId: number } | undefined;
  /** Where it is delivered to, once its details have loaded: then the chat starts by itself (CHT-19). */
  jobAddress: JobAddress | undefined;
  /** What went wrong with the details, if anything. */
  failure?: ReactNode;
  context?: ReactNode;
  onClose: () => void;
  /** Other ways to dispatch. */
  ways?: ReactNode;
}

/** The chat about an order or a ticket; it starts once the record's details are there, and belongs to that record alone (CHT-19). */
export function RecordChatDrawer({ record, jobAddress, failure, context, onClose, ways }: RecordChatDrawerProps) {
  const isOpen = record !== undefined;
  // The drawer keeps its content while it slides out.
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
      afterEnd={again(WORDS.startAgain)}
      starting={
        <div className={classes.starting}>
          {failure ?? (isFailed ? <Notice kind="failure" title={WORDS.startFailed} action={again(WORDS.retry)} /> : <Starting />)}
        </div>
      }
    />
  );
}

function Starting() {
  return (
    <>
      <p className={classes.text} role="status">
        {WORDS.starting}
      </p>
      <StillLoading />
      <Bone width="55%" />
      <Bone width="40%" />
    </>
  );
}
