import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { addDays } from '@yardage/domain/dates';
import { useState } from 'react';
import { useToday } from '#web/lib/formats/use-today.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { saveRemittance } from '../desk-payments.api.ts';
import { DESK_PAYMENTS_MESSAGES as MESSAGES } from '../desk-payments.messages.ts';

/** Downloads the remittance file of a day; at first that of yesterday, because a day's file is there once the day is over (EVT-06). */
export function RemittanceForm() {
  const yesterday = addDays(useToday(), -1);
  const [chosen, setChosen] = useState<string>();
  const day = chosen ?? yesterday;
  const saving = useMutation({
    mutationFn: saveRemittance,
    meta: { failureText: MESSAGES.remittanceFailed, prefersServerMessage: true },
  });
  return (
    <>
      <TextInput
        type="date"
        aria-label={MESSAGES.remittanceDay}
        title={MESSAGES.remittanceDay}
        max={yesterday}
        value={day}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Button
        variant="default"
        leftSection={<Icon name="download" size={16} />}
        disabled={day === ''}
        loading={saving.isPending}
        onClick={() => saving.mutate(day)}
      >
        {MESSAGES.remittance}
      </Button>
    </>
  );
}
