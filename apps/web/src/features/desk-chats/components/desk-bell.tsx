import { VisuallyHidden } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refetchChanged, useHubConnection, useHubEvent } from '#web/lib/hub/hub.ts';
import { useTitleMark } from '#web/lib/navigation/page-title.ts';
import { newlyWaiting, waitingChatsQuery } from '../desk-chats.api.ts';
import { DESK_CHATS_MESSAGES as MESSAGES } from '../desk-chats.messages.ts';
import { notifyDesk } from '../desk-notifications.ts';
import { playDeskSound, prepareDeskSound } from '../desk-sound.ts';

const POLL_MS = 15_000;

/** On every desk page: plays a sound for a new waiting chat and shows the number of waiting chats in the browser title. */
export function DeskBell() {
  const queryClient = useQueryClient();
  const connection = useHubConnection();
  const options = waitingChatsQuery();
  const { queryKey } = options;
  const { data } = useQuery({ ...options, refetchInterval: connection === 'connected' ? false : POLL_MS });
  useHubEvent('SessionStatusChanged', () => refetchChanged(queryClient, { queryKey }));
  useEffect(() => prepareDeskSound(), []);

  const waiting = data?.length ?? 0;
  useTitleMark(waiting);
  const known = useRef<typeof data>(undefined);
  useEffect(() => {
    if (!data) return;
    const isNew = newlyWaiting(known.current, data);
    known.current = data;
    if (!isNew) return;
    playDeskSound();
    notifyDesk(MESSAGES.newChat(data.length));
  }, [data]);
  return <VisuallyHidden role="status">{waiting > 0 ? MESSAGES.newChat(waiting) : ''}</VisuallyHidden>;
}
