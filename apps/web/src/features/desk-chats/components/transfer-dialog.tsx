import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWrite } from '#web/lib/query/use-write.ts';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { colleaguesQuery, DESK_CHATS_KEY, deskChatQuery, transferDeskChat } from '../desk-chats.api.ts';
import { DESK_CHATS_MESSAGES as MESSAGES } from '../desk-chats.messages.ts';
import classes from './transfer-dialog.module.css';

interface TransferDialogProps {
  sessionId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks which colleague takes the chat. */
export function TransferDialog({ sessionId, isOpen, onClose }: TransferDialogProps) {
  const queryClient = useQueryClient();
  const colleagues = useQuery({ ...colleaguesQuery(), enabled: isOpen }).data;
  const [chosen, setChosen] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const moving = useWrite({
    write: (userId: number, attempt) => transferDeskChat(sessionId, userId, attempt),
    meta: { failureTitle: MESSAGES.changeFailedTitle, failureText: MESSAGES.changeFailed, prefersServerMessage: true },
    onDone: onClose,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: deskChatQuery(sessionId).queryKey }),
        queryClient.invalidateQueries({ queryKey: DESK_CHATS_KEY }),
      ]),
  });
  const send = (): void => {
    setIsAsked(true);
    if (chosen !== '' && !moving.isPending) moving.mutate(Number(chosen));
  };
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={MESSAGES.transferTitle} size="question" isLocked={moving.isPending}>
      <NativeSelect
        label={MESSAGES.colleague}
        value={chosen}
        error={isAsked && chosen === '' ? MESSAGES.chooseColleague : null}
        description={colleagues?.length === 0 ? MESSAGES.noColleagues : null}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={[
          { value: '', label: MESSAGES.chooseColleague },
          ...(colleagues ?? []).map(({ userId, name }) => ({ value: String(userId), label: name })),
        ]}
      />
      <div className={classes.actions}>
        <Button variant="default" disabled={moving.isPending} onClick={onClose}>
          {MESSAGES.cancel}
        </Button>
        <Button loading={moving.isPending} onClick={send}>
          {MESSAGES.transfer}
        </Button>
      </div>
    </FormDialog>
  );
}
