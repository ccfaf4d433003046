import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { hasPreviousPage } from '#web/lib/navigation/previous-page.ts';
import { MessagePage } from '#web/patterns/message-page.tsx';
import { UNAUTHORIZED_MESSAGES } from './unauthorized.messages.ts';

/** Says that the user lacks the permission for a page, and links back (SHL-10). */
export function UnauthorizedPage() {
  const router = useRouter();
  const goBack = (): void => {
    if (hasPreviousPage(router.history)) router.history.back();
    else void router.navigate({ to: '/dashboard', search: { customer: router.latestLocation.state.customer }, replace: true });
  };
  return (
    <MessagePage
      title={UNAUTHORIZED_MESSAGES.title}
      message={UNAUTHORIZED_MESSAGES.text}
      action={<Button onClick={goBack}>{UNAUTHORIZED_MESSAGES.back}</Button>}
    />
  );
}
