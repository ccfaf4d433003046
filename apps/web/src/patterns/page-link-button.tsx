import { lazy, Suspense } from 'react';
import type { PageLinkProps } from './page-link.tsx';

const PageLink = lazy(() => import('./page-link.tsx').then(({ PageLink }) => ({ default: PageLink })));

/** A button that leads to another page. It is loaded after the page that shows it, because no list has to wait for it. */
export function PageLinkButton(props: PageLinkProps) {
  return (
    <Suspense fallback={null}>
      <PageLink {...props} />
    </Suspense>
  );
}
