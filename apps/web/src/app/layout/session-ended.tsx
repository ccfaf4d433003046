import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { endedSession } from '#web/lib/session/ended-session.ts';
import { SESSION_MESSAGES } from '#web/lib/session/session.messages.ts';
import { openSignInWindow } from '#web/lib/session/sign-in-window.ts';
import { useStore } from '#web/lib/store.ts';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { leaveAfterSessionEnd, signInHere } from '../session-end.ts';
import { LAYOUT_MESSAGES as MESSAGES } from './layout.messages.ts';
import classes from './session-ended.module.css';

type Step = 'asks' | 'signs-in' | 'is-blocked' | 'failed';

/** Says that the session has ended, and signs in again without losing what was typed on the page. */
export function SessionEnded() {
  const isEnded = useStore(endedSession) !== null;
  const router = useRouter();
  const [step, setStep] = useState<Step>('asks');
  const opened = useRef<Window | null>(null);
  useEffect(() => {
    if (isEnded) return;
    setStep('asks');
    opened.current?.close();
    opened.current = null;
  }, [isEnded]);

  const signInAgain = (): void => {
    opened.current = openSignInWindow();
    setStep(opened.current ? 'signs-in' : 'is-blocked');
  };
  const goOnHere = (): void => {
    signInHere(router).catch(() => setStep('failed'));
  };
  const canGoOnHere = step === 'is-blocked' || step === 'failed';
  const text = {
    asks: MESSAGES.sessionEndedText,
    'signs-in': MESSAGES.signingIn,
    'is-blocked': MESSAGES.windowBlocked,
    failed: SESSION_MESSAGES.unavailable,
  };
  return (
    <FormDialog isInUrl={false} isOpen={isEnded} onClose={() => undefined} title={MESSAGES.sessionEnded} size="question" isLocked>
      <p className={classes.text} role="status">
        {text[step]}
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void leaveAfterSessionEnd(router)}>
          {MESSAGES.leavePage}
        </Button>
        <Button data-autofocus variant={canGoOnHere ? 'default' : 'filled'} onClick={signInAgain}>
          {MESSAGES.signInAgain}
        </Button>
        {canGoOnHere ? <Button onClick={goOnHere}>{MESSAGES.signInHere}</Button> : null}
      </div>
    </FormDialog>
  );
}
