import type { Locator, Page } from 'playwright-core';

/** Returns the parameters of an address without the selected customer, which every page of the layout has. */
export function paramsOf(page: Page): Record<string, string> {
  const { customer: _customer, ...params } = Object.fromEntries(new URL(page.url()).searchParams);
  return params;
}

/** Returns a check for `waitForURL` that ignores the selected customer: `at('/orders?view=flat')`. */
export function at(address: string): (url: URL) => boolean {
  return (url) => {
    const search = new URLSearchParams(url.search);
    search.delete('customer');
    return `${url.pathname}${search.size > 0 ? `?${search}` : ''}` === address;
  };
}

/** Returns where a link leads, without the selected customer. */
export async function linkOf(link: Locator): Promise<string | undefined> {
  return (await link.getAttribute('href'))?.replace(/[?&]customer=[^&]*$/, '');
}
