import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { BackButton } from './header.tsx';

/** Renders the back button on a path. */
async function shownOn(path: string): Promise<string> {
  const root = createRootRoute({ component: BackButton, staticData: { page: null } });
  const anything = createRoute({ getParentRoute: () => root, path: '$', staticData: { page: null } });
  const router = createRouter({ routeTree: root.addChildren([anything]), history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  // The types are those of the app's router; this one has other routes.
  return renderToStaticMarkup(<RouterProvider router={router as never} />);
}

describe('the back button in the header', () => {
  it('SHL-17 is shown on nested paths', async () => {
    expect(await shownOn('/invoices/checkout')).toContain('aria-label="Back"');
  });

  it.each(['/orders', '/dashboard'])('SHL-17 is not shown on %s', async (path) => {
    expect(await shownOn(path)).not.toContain('aria-label="Back"');
  });
});
