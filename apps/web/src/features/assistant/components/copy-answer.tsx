import type { AssistantBlock } from '@yardage/contract/assistant';
import { plainText } from '@yardage/contract/assistant-blocks';
import { useEffect, useState } from 'react';
import { logFailure } from '#web/lib/log.ts';
import { Icon, LineIcon } from '#web/patterns/icon.tsx';
import { ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import classes from './copy-answer.module.css';

/** Only used here, so it is not in the list of icons that every page loads. */
const COPY = 'M7 7h9.5v9.5H7zM4.5 13H3.5V3.5H13v1';

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
      {isCopied ? <Icon name="check" size={14} /> : <LineIcon path={COPY} size={14} />}
      {isCopied ? MESSAGES.copied : MESSAGES.copy}
    </button>
  );
}
