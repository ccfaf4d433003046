import { useCallback, useState } from 'react';
import { signIn } from './session.ts';

/** Starts the sign-in and returns whether it is in progress or unavailable (SHL-22). */
export function useSignIn() {
  const [status, setStatus] = useState<'idle' | 'leaving' | 'unavailable'>('idle');
  const start = useCallback(() => {
    setStatus('leaving');
    // The cause is already logged. Here it only matters that the user can try again.
    signIn().catch(() => setStatus('unavailable'));
  }, []);
  return { status, start };
}
