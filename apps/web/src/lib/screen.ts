import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Returns whether the window is as narrow as a phone's. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
}

/** Returns whether the page is being printed. It renders synchronously, before the browser captures the page. */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const begin = (): void => flushSync(() => setIsPrinting(true));
    const end = (): void => setIsPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/** Returns whether the user agent is a phone's, regardless of the window's width. */
export function isPhoneBrowser(): boolean {
  return /Mobi|Android|iPhone/.test(navigator.userAgent);
}
