import { isPortalPath } from '@yardage/domain/assistant';
import type { ReactNode } from 'react';
import { useCanOpen } from '#web/lib/navigation/menu.ts';
import { usePortalPage } from '#web/lib/navigation/page-links.ts';
import { opensHere } from '#web/patterns/data-table/row-events.ts';
import classes from './portal-link.module.css';

interface PortalLinkProps {
  href: string;
  children: ReactNode;
}

/** A link in an answer to a portal page. Renders plain text if the user may not open that page. */
export function PortalLink({ href, children }: PortalLinkProps) {
  const page = usePortalPage();
  const canOpen = useCanOpen();
  if (!isPortalPath(href) || !canOpen(href.split('?')[0] ?? '')) return <>{children}</>;
  return (
    <a
      className={classes.link}
      href={page.href(href)}
      onClick={(event) => {
        if (!opensHere(event)) return;
        event.preventDefault();
        page.open(href);
      }}
    >
      {children}
    </a>
  );
}
