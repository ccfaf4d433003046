import { useCallback, useState } from 'react';
import { signIn } from './session.ts';

/** Starts the sign-in and says whether it is under way or could not be started (SHL-22). */
export function useSignIn() {
  const [status, setStatus] = useState<'idle' | 'leaving' | 'unavailable'>('idle');
  const start = useCallback(() => {
    setStatus('leaving');
    // The library has logged why; here it only matters that the person can try again.
    signIn().catch(() => setStatus('unavailable'));
  }, []);
  return { status, start };
}
