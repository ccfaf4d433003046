import { VisuallyHidden } from '@mantine/core';
import type { AssistantBlock } from '@yardage/contract/assistant';
import type { ReactNode } from 'react';
import { ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import { AnswerBlocks } from './answer-blocks.tsx';
import classes from './message.module.css';

/** A message of the user, aligned right. */
export function Question({ text }: { text: string }) {
  return (
    <div className={classes.question} data-question>
      <VisuallyHidden>{MESSAGES.you}: </VisuallyHidden>
      {text}
    </div>
  );
}

interface AnswerProps {
  blocks: readonly AssistantBlock[];
  /** Shown below the answer: its actions, or the current step while it is being prepared. */
  children?: ReactNode;
}

/** A message of the assistant, over the full column width. */
export function Answer({ blocks, children }: AnswerProps) {
  return (
    <article className={classes.answer}>
      <VisuallyHidden>{MESSAGES.assistant}: </VisuallyHidden>
      <AnswerBlocks blocks={blocks} />
      {children}
    </article>
  );
}
