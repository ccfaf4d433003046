import type { AssistantBlock } from '@yardage/contract/assistant';
import { plainText } from '@yardage/contract/assistant-blocks';
import { useEffect, useState } from 'react';
import { logFailure } from '#web/lib/log.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import classes from './copy-answer.module.css';

const SAID_MS = 2000;

/** Button that copies an answer as plain text and confirms it in its own label. */
export function CopyAnswer({ blocks }: { blocks: readonly AssistantBlock[] }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timeout = setTimeout(() => setIsCopied(false), SAID_MS);
    return () => clearTimeout(timeout);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(plainText(blocks));
      setIsCopied(true);
    } catch (error) {
      logFailure('An answer could not be copied.', error);
    }
  };
  return (
    <button type="button" className={classes.copy} onClick={() => void copy()}>
      <Icon name={isCopied ? 'check' : 'copy'} size={14} />
      {isCopied ? MESSAGES.copied : MESSAGES.copy}
    </button>
  );
}
