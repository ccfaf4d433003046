import { useRouter, useRouterState } from '@tanstack/react-router';
import { Icon } from '#web/patterns/icon.tsx';
import classes from './header.module.css';
import { LAYOUT_MESSAGES } from './layout.messages.ts';

/** The path one step up from a nested one; null for a path of one part. */
export function parentPath(pathname: string): string | null {
  const parts = pathname.split('/').filter(Boolean);
  return parts.length > 1 ? `/${parts.slice(0, -1).join('/')}` : null;
}

/** Leads back from a nested path, to the page before or, on a fresh tab, one step up (SHL-17). */
export function BackButton() {
  const router = useRouter();
  const parent = useRouterState({ select: (state) => parentPath(state.location.pathname) });
  if (!parent) return null;
  const goBack = (): void => (router.history.canGoBack() ? router.history.back() : router.history.push(parent));
  return (
    <button type="button" className={classes.back} aria-label={LAYOUT_MESSAGES.back} onClick={goBack}>
      <Icon name="back" size={20} />
    </button>
  );
}
