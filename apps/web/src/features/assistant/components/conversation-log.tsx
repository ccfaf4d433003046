import type { AssistantMessage } from '@yardage/contract/assistant';
import { ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import type { Pending } from '../use-assistant.ts';
import classes from './conversation-log.module.css';
import { CopyAnswer } from './copy-answer.tsx';
import { Answer, Question } from './message.tsx';

interface ConversationLogProps {
  messages: readonly AssistantMessage[];
  pending: Pending | null;
}

/** The messages, oldest first. Screen readers announce an answer only when it is complete. */
export function ConversationLog({ messages, pending }: ConversationLogProps) {
  return (
    <div className={classes.log} role="log" aria-live="polite" aria-label={MESSAGES.log} aria-busy={pending !== null}>
      {messages.map(({ id, sender, blocks }) =>
        sender === 'user' ? (
          <Question key={id} text={blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('')} />
        ) : (
          <Answer key={id} blocks={blocks}>
            <CopyAnswer blocks={blocks} />
          </Answer>
        ),
      )}
      {pending ? (
        <>
          <Question text={pending.text} />
          <Answer blocks={pending.blocks}>
            {pending.blocks.length === 0 ? (
              <p className={classes.step}>
                <span className={classes.pulse} aria-hidden="true" />
                {pending.step}
              </p>
            ) : null}
          </Answer>
        </>
      ) : null}
    </div>
  );
}
