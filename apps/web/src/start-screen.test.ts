import { describe, expect, it } from 'vitest';
import { pageName, routesOf } from '../page-routes.ts';
import * as account from './pages/account.routes.ts';
import * as billing from './pages/billing.routes.ts';
import * as desk from './pages/desk.routes.ts';
import * as orders from './pages/orders.routes.ts';
import { PAGES_MESSAGES } from './pages/pages.messages.ts';

describe('the titles of pages', () => {
  it('SHL-17 are those that the first script shows, which knows them by the folder of the page', () => {
    const routes = [account, billing, desk, orders].flatMap((area) => Object.values(area));
    const signedIn = routesOf().filter(({ isPublic }) => !isPublic);
    expect(signedIn.length).toBeGreaterThan(30);
    const titles = signedIn.map(({ path, module }) => [path, PAGES_MESSAGES[pageName(module)].title]);
    const shown = signedIn.map(({ path }) => [path, routes.find((route) => route.path === path)?.staticData.page.title()]);
    expect(titles).toEqual(shown);
  });
});
