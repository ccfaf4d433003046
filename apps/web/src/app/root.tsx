import { Button } from '@mantine/core';
import { type ErrorComponentProps, Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { endStart } from '#web/lib/end-start.ts';
import { useLanguage } from '#web/lib/language/language.ts';
import { logFailure } from '#web/lib/log.ts';
import { focusPage, useOpenRecord, useTitleCount } from '#web/lib/navigation/page-title.ts';
import { keepFocus } from '#web/lib/overlays/keep-focus.ts';
import { NOT_FOUND_MESSAGES } from '#web/pages/not-found/not-found.messages.ts';
import { watchForms } from '#web/patterns/form-errors.ts';
import { MessagePage } from '#web/patterns/message-page.tsx';
import { ERROR_MESSAGES } from './error.messages.ts';
import { Toaster } from './toaster.tsx';

/** Wraps every page: sets the browser's title, moves the focus after navigation and to what is wrong in a form, and shows toasts. */
export function Root() {
  const router = useRouter();
  useLanguage();
  const pageTitle = useMatches({
    select: (matches) => {
      // An unknown path also matches the routes of its known part.
      const isUnknown = matches.some(({ _notFound }) => _notFound);
      return isUnknown ? NOT_FOUND_MESSAGES.title : (matches.at(-1)?.staticData.page?.title() ?? '');
    },
  });
  useEffect(() => {
    keepFocus();
    return watchForms();
  }, []);
  const { documentTitle } = publicConfig().branding;
  const record = useOpenRecord();
  const waiting = useTitleCount();
  useEffect(() => {
    const title = [record, pageTitle, documentTitle].filter(Boolean).join(' · ');
    document.title = waiting > 0 ? `(${waiting}) ${title}` : title;
  }, [record, pageTitle, documentTitle, waiting]);
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const { matches } = router.state;
        // The layout ends the start itself, because it is rendered later than its route. An unknown path matches its route, too.
        if (!matches.some(({ routeId }) => routeId === '/shell') || matches.some(({ _notFound }) => _notFound)) endStart();
        // The browser itself announces the first page.
        if (fromLocation && pathChanged) focusPage();
      }),
    [router],
  );
  return (
    <>
      <Outlet />
      <Toaster />
    </>
  );
}

/**
 * Shown instead of a page that crashed; the layout around it keeps working (SHL-12). Retry reloads everything, because the cause may be
 * a cached response or a script of the previous release.
 */
export function PageCrash({ error }: ErrorComponentProps) {
  useEffect(() => {
    endStart();
    logFailure('A page crashed.', error);
  }, [error]);
  const [isReloading, setIsReloading] = useState(false);
  const reload = async (): Promise<void> => {
    setIsReloading(true);
    try {
      await (await import('#web/lib/offline/reload-newest.ts')).reloadNewest();
    } catch {
      window.location.reload();
    }
  };
  return (
    <MessagePage
      isInFrame
      title={ERROR_MESSAGES.pageCrashTitle}
      message={navigator.onLine ? ERROR_MESSAGES.pageCrash : ERROR_MESSAGES.pageOffline}
      action={
        <Button loading={isReloading} onClick={() => void reload()}>
          {ERROR_MESSAGES.retry}
        </Button>
      }
    />
  );
}
