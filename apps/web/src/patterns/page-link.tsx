import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCanOpen } from '#web/lib/navigation/menu.ts';
import { Icon, type IconName } from './icon.tsx';
import classes from './page-link.module.css';

interface PageLinkProps {
  to: string;
  search?: Record<string, string>;
  icon: IconName;
  children: string;
}

/** A button that leads to another page, for those who may open it. A phone has no room for it beside the page's main action. */
export function PageLink({ to, search = {}, icon, children }: PageLinkProps) {
  const canOpen = useCanOpen();
  if (!canOpen(to)) return null;
  return (
    // The router types search params only for literal paths, hence the cast.
    <Button
      renderRoot={(props) => <Link to={to} search={search as never} {...props} />}
      variant="default"
      className={classes.link}
      leftSection={<Icon name={icon} size={16} />}
    >
      {children}
    </Button>
  );
}
