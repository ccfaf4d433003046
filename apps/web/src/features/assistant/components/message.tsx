import { VisuallyHidden } from '@mantine/core';
import type { AssistantBlock } from '@yardage/contract/assistant';
import type { ReactNode } from 'react';
import { ASSISTANT_MESSAGES as WORDS } from '../assistant.messages.ts';
import { AnswerBlocks } from './answer-blocks.tsx';
import classes from './message.module.css';

/** What the user asked, on the right. */
export function Question({ text }: { text: string }) {
  return (
    <div className={classes.question} data-question>
      <VisuallyHidden>{WORDS.you}: </VisuallyHidden>
      {text}
    </div>
  );
}

interface AnswerProps {
  blocks: readonly AssistantBlock[];
  /** Below it: what can be done with it, or what is being done for it. */
  children?: ReactNode;
}

/** What the assistant says, across the column. */
export function Answer({ blocks, children }: AnswerProps) {
  return (
    <article className={classes.answer}>
      <VisuallyHidden>{WORDS.assistant}: </VisuallyHidden>
      <AnswerBlocks blocks={blocks} />
      {children}
    </article>
  );
}
