import { useRouter, useRouterState } from '@tanstack/react-router';
import { hasPreviousPage, parentPath } from '#web/lib/navigation/previous-page.ts';
import { Icon } from '#web/patterns/icon.tsx';
import classes from './header.module.css';
import { LAYOUT_MESSAGES } from './layout.messages.ts';

/** Goes back from a nested path to the previous page, or in a new tab to the parent path (SHL-17). */
export function BackButton() {
  const router = useRouter();
  const parent = useRouterState({ select: (state) => parentPath(state.location.pathname) });
  if (!parent) return null;
  const goBack = (): void => (hasPreviousPage(router.history) ? router.history.back() : void router.navigate({ to: parent }));
  return (
    <button type="button" className={classes.back} aria-label={LAYOUT_MESSAGES.back} onClick={goBack}>
      <Icon name="back" size={20} />
    </button>
  );
}
