import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { Toaster } from './toaster.tsx';

/** Around every page: the browser's title and the toasts. */
export function Root() {
  const pageTitle = useMatches({ select: (matches) => matches.at(-1)?.staticData.page?.title ?? '' });
  const { documentTitle } = publicConfig().branding;
  useEffect(() => {
    document.title = pageTitle ? `${pageTitle} · ${documentTitle}` : documentTitle;
  }, [pageTitle, documentTitle]);
  return (
    <>
      <Outlet />
      <Toaster />
    </>
  );
}
