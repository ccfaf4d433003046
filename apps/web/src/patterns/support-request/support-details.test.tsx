import type { SupportDetail } from '@yardage/contract/support';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SupportExchange, SupportFields } from './support-details.tsx';

const REQUEST: SupportDetail & { timeZone: string } = {
  id: 41,
  globalCustomerNumber: 'G110418',
  displayName: 'Tarnwick Chattanooga',
  customerNumber: '10418',
  customerName: 'Tarnwick Builders',
  dataSourceName: 'East',
  title: 'Cracks in the slab',
  description: 'They came overnight.',
  categoryName: 'Quality of material',
  typeName: 'Problem',
  status: 2,
  statusName: 'Pending',
  assignedToName: 'Renee Castleberry',
  assignedToEmail: 'renee@example.com',
  createdDate: '2026-05-04T15:00:00Z',
  modifiedDate: '2026-05-05T16:30:09Z',
  replies: [{ id: 1, authorName: 'Renee Castleberry', message: 'We come at noon.', createdDate: '2026-05-05T16:30:09Z' }],
  timeZone: 'America/New_York',
};

/** Returns the labels and values of a card. */
function factsOf(html: string): (string | undefined)[][] {
  const facts = [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)];
  return facts.map(([, label, value = '']) => [label, value.replaceAll(/<[^>]+>/g, '')]);
}

it('SUP-05 SUP-08 Support Details have account, customer, data source, category, type, assignee and dates', () => {
  const html = renderToStaticMarkup(<SupportFields request={REQUEST} />);
  expect(html).toContain('Support Details');
  expect(factsOf(html)).toEqual([
    ['Account', 'Tarnwick Chattanooga · G110418'],
    ['Customer', 'Tarnwick Builders · 10418'],
    ['Data source', 'East'],
    ['Category', 'Quality of material'],
    ['Type', 'Problem'],
    ['Assigned to', 'Renee Castleberry'],
    ['Assigned to email', 'renee@example.com'],
    ['Created', '05/04/2026 11:00:00'],
    ['Modified', '05/05/2026 12:30:09'],
  ]);
  const unassigned = renderToStaticMarkup(<SupportFields request={{ ...REQUEST, assignedToName: null, assignedToEmail: null }} />);
  expect(factsOf(unassigned).slice(5, 7)).toEqual([
    ['Assigned to', 'Nobody yet'],
    ['Assigned to email', '–'],
  ]);
});

it('SUP-05 Support Details have the description and the answers', () => {
  const html = renderToStaticMarkup(<SupportExchange request={REQUEST} />);
  for (const text of ['They came overnight.', 'Renee Castleberry', 'We come at noon.', '05/05/2026 12:30:09']) expect(html).toContain(text);
});
