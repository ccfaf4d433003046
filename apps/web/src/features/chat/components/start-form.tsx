import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AddressSuggestion } from '@yardage/contract/addresses';
import type { ChatSession, JobAddress } from '@yardage/contract/chat';
import { listStates, type StateEntry } from '@yardage/contract/registration';
import { CHAT_CATEGORIES, MAX_JOB_REQUIREMENT_LENGTH } from '@yardage/domain/chat';
import { formatNumber } from '@yardage/domain/quantities';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { releaseInput, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { Notice } from '#web/patterns/notice.tsx';
import { AddressField, knownAddresses } from '#web/patterns/person-form/place-fields.tsx';
import { CHAT_MESSAGES as MESSAGES } from '../chat.messages.ts';
import { readOpenStart, useStartChat } from '../use-start-chat.ts';
import classes from './start-form.module.css';

const PLACE = 'new';
const STATES = { ...endpointQuery(listStates, {}, { isSilent: true }), staleTime: Number.POSITIVE_INFINITY };

/** Form for a new chat: the job address, selected from suggestions, and the job requirement (CHT-13, CHT-14). */
export function StartForm({ onStarted }: { onStarted: (session: ChatSession) => void }) {
  const [isStarted, setIsStarted] = useState(false);
  const { place, start, isStarting } = useStartChat(PLACE, (session) => {
    setIsStarted(true);
    releaseInput();
    onStarted(session);
  });
  const [address, setAddress] = useState('');
  const [chosen, setChosen] = useState<AddressSuggestion | null>(null);
  const [requirement, setRequirement] = useState('');
  const { data: states, isError, refetch } = useQuery(STATES);
  const isTyped = address !== '' || requirement !== '';
  useUnsavedInput({ isChanged: isTyped && !isStarting && !isStarted, isSending: false });
  const isTooLong = requirement.trim().length > MAX_JOB_REQUIREMENT_LENGTH;
  const canStart = chosen !== null && states !== undefined && !isTooLong && !isStarting;

  // After a reload during the start, repeat the request with the same key; the server returns the chat it already created.
  const resume = useEffectEvent(() => {
    const open = readOpenStart(place);
    if (open) start(open.start);
  });
  useEffect(() => resume(), []);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!chosen || !canStart) return;
    const jobRequirement = requirement.trim();
    start({ category: CHAT_CATEGORIES.newOrder, jobAddress: jobAddressOf(chosen, states), ...(jobRequirement && { jobRequirement }) });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <header>
        <h2 className={classes.title}>{MESSAGES.startTitle}</h2>
        <p className={classes.text}>{MESSAGES.startText}</p>
      </header>
      <div>
        <AddressField
          label={MESSAGES.jobAddress}
          source={knownAddresses}
          value={address}
          onType={(text) => {
            setAddress(text);
            setChosen(null);
          }}
          onChoose={(suggestion) => {
            setAddress(suggestion.fullAddress);
            setChosen(suggestion);
          }}
        />
        <p className={classes.hint} data-hidden={chosen !== null || undefined}>
          {MESSAGES.jobAddressHint}
        </p>
      </div>
      {isError && !states ? (
        <Notice
          kind="failure"
          title={MESSAGES.statesFailed}
          action={
            <Button variant="default" onClick={() => void refetch()}>
              {MESSAGES.retry}
            </Button>
          }
        />
      ) : null}
      <Textarea
        label={MESSAGES.jobRequirement}
        placeholder={MESSAGES.jobRequirementHint}
        autosize
        minRows={4}
        maxRows={10}
        value={requirement}
        error={isTooLong ? MESSAGES.requirementTooLong(formatNumber(MAX_JOB_REQUIREMENT_LENGTH)) : null}
        onChange={(event) => setRequirement(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button type="submit" loading={isStarting} disabled={!canStart}>
          {MESSAGES.start}
        </Button>
      </div>
    </form>
  );
}

function jobAddressOf({ address, city, stateId, zipcode }: AddressSuggestion, states: readonly StateEntry[]): JobAddress {
  const state = states.find(({ id }) => id === stateId)?.abbreviation ?? '';
  return { street: address, city, state, zip: zipcode, latitude: null, longitude: null };
}
