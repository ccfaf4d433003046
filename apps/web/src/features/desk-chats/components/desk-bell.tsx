import { VisuallyHidden } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refetchChanged, useHubConnection, useHubEvent } from '#web/lib/hub/hub.ts';
import { useTitleMark } from '#web/lib/navigation/page-title.ts';
import { fetchDeskChats } from '../desk-chats.api.ts';
import { DESK_CHATS_MESSAGES as MESSAGES } from '../desk-chats.messages.ts';
import { notifyDesk } from '../desk-notifications.ts';
import { playDeskSound, prepareDeskSound } from '../desk-sound.ts';

const POLL_MS = 15_000;
const WAITING = { status: 'pending', search: '' } as const;

/** On every desk page: plays a sound for a new waiting chat and shows the number of waiting chats in the browser title. */
export function DeskBell() {
  const queryClient = useQueryClient();
  const connection = useHubConnection();
  const queryKey = ['desk-bell'] as const;
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchDeskChats(WAITING, undefined, signal),
    refetchInterval: connection === 'connected' ? false : POLL_MS,
    // The chat list already shows an error if the chats cannot be loaded.
    meta: { isSilent: true, isAnnounced: true },
  });
  useHubEvent('SessionStatusChanged', () => refetchChanged(queryClient, { queryKey }));
  useEffect(() => prepareDeskSound(), []);

  const waiting = data?.items.length ?? 0;
  useTitleMark(waiting);
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!data) return;
    const isNew = data.items.some(({ sessionId }) => known.current && !known.current.has(sessionId));
    known.current = new Set(data.items.map(({ sessionId }) => sessionId));
    if (!isNew) return;
    playDeskSound();
    notifyDesk(MESSAGES.newChat(data.items.length));
  }, [data]);
  return <VisuallyHidden role="status">{waiting > 0 ? MESSAGES.newChat(waiting) : ''}</VisuallyHidden>;
}
