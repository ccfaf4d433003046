import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { CataloguePart } from './catalogues.ts';
import { loadMessages, useLanguage } from './language.ts';

/** Returns a page that is loaded when it is opened, together with its messages. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  part: CataloguePart = 'portal',
) {
  return lazyRouteComponent(async () => {
    // Pages of the desk are made of the portal's parts, too.
    const parts: readonly CataloguePart[] = part === 'desk' ? ['portal', 'desk'] : [part];
    const [module] = await Promise.all([load(), ...parts.map(loadMessages)]);
    return { page: () => <InLanguage page={module[name]} /> };
  }, 'page');
}

/** Renders a page again when the language changes: the router memoizes its pages, so a change further up does not reach them. */
function InLanguage({ page: Page }: { page: ComponentType }) {
  useLanguage();
  return <Page />;
}
