import { VisuallyHidden } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { refetchChanged, useHubConnection, useHubEvent } from '#web/lib/hub/hub.ts';
import { useTitleMark } from '#web/lib/navigation/page-title.ts';
import { ringDeskBell } from '../desk-bell.ts';
import { deskWaitingQuery } from '../desk-chats.api.ts';
import { DESK_CHATS_MESSAGES as MESSAGES } from '../desk-chats.messages.ts';
import { prepareDeskSound } from '../desk-sound.ts';

const POLL_MS = 15_000;

/**
 * On every page of dispatchers: plays a sound and shows a notification for a chat that waits or was passed to them, for a message in one of
 * their own chats and for a new request. The browser title shows how many there are.
 */
export function DeskBell() {
  const queryClient = useQueryClient();
  const connection = useHubConnection();
  const options = deskWaitingQuery();
  const { queryKey } = options;
  const { data } = useQuery({ ...options, refetchInterval: connection === 'connected' ? false : POLL_MS });
  const refetch = (): void => refetchChanged(queryClient, { queryKey });
  useHubEvent('SessionStatusChanged', refetch);
  useHubEvent('MessagesRead', refetch);
  useHubEvent('RecordsChanged', ({ resource }) => {
    if (resource === 'requests') refetch();
  });
  useEffect(() => prepareDeskSound(), []);

  const { sessionId } = useParams({ strict: false });
  /** The chat that the dispatcher sees. */
  const viewedId = () => (document.visibilityState === 'visible' ? sessionId : undefined);
  const known = useRef<typeof data>(undefined);
  const ring = useEffectEvent((now: NonNullable<typeof data>): void => {
    ringDeskBell(known.current, now, viewedId());
    known.current = now;
  });
  useEffect(() => {
    if (data) ring(data);
  }, [data]);

  const chats = data?.chats.length ?? 0;
  const own = data?.own.filter((chat) => chat.sessionId !== viewedId()).length ?? 0;
  const requests = data?.requests.count ?? 0;
  useTitleMark(chats + own + requests);
  const texts = [chats > 0 && MESSAGES.newChat(chats), own > 0 && MESSAGES.unread(own), requests > 0 && MESSAGES.newRequest(requests)];
  return <VisuallyHidden role="status">{texts.filter(Boolean).join('. ')}</VisuallyHidden>;
}
