import { Button } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import { type Failure, useAssistant } from '#web/features/assistant/assistant.api.ts';
import { ASSISTANT_MESSAGES as MESSAGES } from '#web/features/assistant/assistant.messages.ts';
import { Composer } from '#web/features/assistant/components/composer.tsx';
import { ConversationLog } from '#web/features/assistant/components/conversation-log.tsx';
import { PromptCards, PromptLine } from '#web/features/assistant/components/prompt-cards.tsx';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import classes from './assistant-page.module.css';

/** `/chat`: the user's saved conversation with the assistant (AST-01 to AST-04). */
export function AssistantPage() {
  const { query, messages, pending, isAnswering, failure, draft, setDraft, send, stop, clear, isClearing } = useAssistant(useCustomer());
  const input = useRef<HTMLTextAreaElement>(null);
  const isEmpty = query.isSuccess && messages.length === 0 && !pending;
  const page = useRef<HTMLDivElement>(null);
  useLastQuestionInSight(page, messages.length + (pending ? 1 : 0), isAnswering);
  const notice = useRef<HTMLDivElement>(null);
  // Runs after the hook above, which scrolls to the last question: the notice may be far below it, behind the message box.
  useEffect(() => {
    if (failure && !isAnswering) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [failure, isAnswering]);
  // Focus the input at first and after each answer, except on touch devices, where the keyboard would open, and if the user has gone on to
  // something else while the answer came.
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isElsewhere =
      !['BODY', 'MAIN'].includes(document.activeElement?.tagName ?? 'BODY') && !foot.current?.contains(document.activeElement);
    if (!isAnswering && !isElsewhere && window.matchMedia('(pointer: fine)').matches) input.current?.focus({ preventScroll: true });
  }, [isAnswering]);
  return (
    <div ref={page} className={classes.page} data-empty={isEmpty || undefined}>
      <header className={classes.head}>
        <h2 className={classes.heading}>{MESSAGES.heading}</h2>
        {messages.length > 0 ? (
          <Button
            variant="default"
            loading={isClearing}
            disabled={isAnswering}
            className={classes.anewButton}
            onClick={() => {
              clear();
              input.current?.focus();
            }}
          >
            <Icon name="plus" size={16} />
            <span className={classes.anew}>{MESSAGES.anew}</span>
          </Button>
        ) : null}
      </header>
      {isEmpty ? (
        <>
          <p className={classes.intro}>{MESSAGES.intro}</p>
          <PromptCards onChoose={(text) => void send(text)} />
        </>
      ) : null}
      {query.isError ? (
        <Notice
          kind="failure"
          title={MESSAGES.listFailed}
          action={
            <Button variant="default" onClick={() => void query.refetch()}>
              {MESSAGES.retry}
            </Button>
          }
        />
      ) : null}
      <ConversationLog messages={messages} pending={pending} isLoaded={!query.isPending} />
      <div ref={notice} className={classes.failure}>
        {failure === null ? null : <FailureNotice failure={failure} onRetry={(text) => void send(text)} />}
      </div>
      <div ref={foot} className={classes.foot}>
        {(messages.length > 0 || query.isError) && !isAnswering ? <PromptLine onChoose={(text) => void send(text)} /> : null}
        <Composer
          inputRef={input}
          value={draft}
          onChange={setDraft}
          isAnswering={isAnswering}
          onSend={(text) => void send(text)}
          onStop={stop}
        />
      </div>
    </div>
  );
}

/** Says why there is no answer, and where the question is now. */
function FailureNotice({ failure, onRetry }: { failure: Failure; onRetry: (question: string) => void }) {
  const { reason, isStopped, question } = failure;
  return (
    <Notice
      kind={isStopped ? 'info' : 'failure'}
      title={isStopped ? MESSAGES.stoppedTitle : MESSAGES.failedTitle}
      action={
        question === null ? null : (
          <Button variant="default" onClick={() => onRetry(question)}>
            {MESSAGES.retry}
          </Button>
        )
      }
    >
      {[reason, question === null ? MESSAGES.failedHint : MESSAGES.failedQuestion(question)].filter(Boolean).join(' ')}
    </Notice>
  );
}

/** User input that stops the automatic scrolling while an answer is streaming. */
const OWN_SCROLLS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

function showLastQuestion(page: HTMLElement | null): void {
  const questions = page?.querySelectorAll('[data-question]');
  questions?.[questions.length - 1]?.scrollIntoView({ block: 'start' });
}

/** Scrolls the last question to the top when it is asked and while it is answered, so that the user reads the answer from its start. */
function useLastQuestionInSight(page: RefObject<HTMLElement | null>, turns: number, isAnswering: boolean): void {
  useEffect(() => {
    if (turns > 0) showLastQuestion(page.current);
  }, [page, turns]);

  useEffect(() => {
    if (!page.current || !isAnswering) return;
    const watcher = new MutationObserver(() => showLastQuestion(page.current));
    const leave = (): void => watcher.disconnect();
    watcher.observe(page.current, { childList: true, subtree: true, characterData: true });
    for (const name of OWN_SCROLLS) window.addEventListener(name, leave, { passive: true });
    return () => {
      leave();
      for (const name of OWN_SCROLLS) window.removeEventListener(name, leave);
    };
  }, [page, isAnswering]);
}
