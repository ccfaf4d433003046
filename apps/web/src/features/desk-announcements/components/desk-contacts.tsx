import { ActionIcon, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type DeskContact, listDeskContacts } from '@yardage/contract/desk-announcements';
import { useState } from 'react';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { contactsQuery, removeContact } from '../desk-announcements.api.ts';
import { DESK_ANNOUNCEMENTS_MESSAGES as MESSAGES } from '../desk-announcements.messages.ts';
import { ContactDialog } from './contact-dialog.tsx';

const ownerText = ({ customer, dataSourceName }: DeskContact): string => customer?.displayName ?? MESSAGES.contactOf(dataSourceName);

/** The contacts that were written at the desk. */
export function DeskContacts() {
  const query = useQuery(contactsQuery());
  const queryClient = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const [doomed, setDoomed] = useState<DeskContact>();
  const removing = useWrite({
    write: removeContact,
    meta: { failureTitle: MESSAGES.deleteFailed, failureText: MESSAGES.deleteFailed, prefersServerMessage: true },
    onSuccess: ({ message }) => toasts.show({ kind: 'success', title: message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listDeskContacts.id] }),
    onDone: () => setDoomed(undefined),
    onRefused: () => setDoomed(undefined),
  });
  return (
    <>
      <Card
        title={MESSAGES.views.contacts}
        aside={
          <Button size="sm" leftSection={<Icon name="plus" size={16} />} onClick={() => setIsAdding(true)}>
            {MESSAGES.addContact}
          </Button>
        }
      >
        <DetailState query={query} shape={[4]}>
          {(contacts) => (
            <LineTable
              label={MESSAGES.views.contacts}
              lines={contacts}
              emptyText={MESSAGES.noContacts}
              columns={[
                { header: MESSAGES.contactFor, value: ownerText },
                { header: MESSAGES.kind, value: ({ kind }) => MESSAGES.kinds[kind] },
                { header: MESSAGES.name, value: ({ name }) => name },
                { header: MESSAGES.email, value: ({ email }) => email },
                { header: MESSAGES.phone, value: ({ phone }) => phone },
              ]}
              card={(contact) => ({
                title: contact.name,
                result: MESSAGES.kinds[contact.kind],
                details: [ownerText(contact), `${contact.phone} · ${contact.email}`],
              })}
              action={{
                header: MESSAGES.actions,
                cell: (contact) => (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="lg"
                    aria-label={MESSAGES.delete(contact.name)}
                    onClick={() => setDoomed(contact)}
                  >
                    <Icon name="trash" />
                  </ActionIcon>
                ),
              }}
            />
          )}
        </DetailState>
      </Card>
      <ContactDialog isOpen={isAdding} onClose={() => setIsAdding(false)} />
      <ConfirmDialog
        isOpen={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        title={MESSAGES.deleteContactTitle}
        confirmText={MESSAGES.deleteConfirm}
        isBusy={removing.isPending}
        onConfirm={() => doomed && removing.mutate(doomed)}
      >
        {doomed ? MESSAGES.deleteContactText(doomed.name) : null}
      </ConfirmDialog>
    </>
  );
}
