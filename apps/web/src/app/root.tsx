import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { useLanguage } from '#web/lib/language/language.ts';
import { focusPage } from '#web/lib/navigation/focus-page.ts';
import { useTitleCount } from '#web/lib/navigation/title-mark.ts';
import { useOpenRecord } from '#web/lib/record-title.ts';
import { NOT_FOUND_MESSAGES } from '#web/pages/not-found/not-found.messages.ts';
import { Toaster } from './toaster.tsx';

/** Wraps every page: sets the browser's title, moves the focus after navigation, and shows toasts. */
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
