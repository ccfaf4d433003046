import { useEffect, useState } from 'react';
import { STILL_LOADING_MESSAGES } from './still-loading.messages.ts';
import classes from './still-loading.module.css';

/** After this time, a skeleton alone looks like a frozen page. */
const PATIENCE_MS = 10_000;

/** Says after a while that something is still loading. Place it in a skeleton. */
export function StillLoading() {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <span className={classes.text} role="status">
      {STILL_LOADING_MESSAGES.stillLoading}
    </span>
  );
}
