import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { focusPage } from '#web/lib/navigation/focus-page.ts';
import { useTitleCount } from '#web/lib/navigation/title-mark.ts';
import { NOT_FOUND_MESSAGES } from '#web/pages/not-found/not-found.messages.ts';
import { Toaster } from './toaster.tsx';

/** Around every page: the browser's title, the keyboard's place after a change of page, and the toasts. */
export function Root() {
  const router = useRouter();
  const pageTitle = useMatches({
    select: (matches) => {
      // What an unknown path shares with a known one is matched too.
      const isUnknown = matches.some(({ _notFound }) => _notFound);
      return isUnknown ? NOT_FOUND_MESSAGES.title : (matches.at(-1)?.staticData.page?.title ?? '');
    },
  });
  const { documentTitle } = publicConfig().branding;
  const waiting = useTitleCount();
  useEffect(() => {
    const title = pageTitle ? `${pageTitle} · ${documentTitle}` : documentTitle;
    document.title = waiting > 0 ? `(${waiting}) ${title}` : title;
  }, [pageTitle, documentTitle, waiting]);
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        // The first page is the browser's own to announce.
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
