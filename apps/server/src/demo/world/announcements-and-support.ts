import type { announcements, supportAttachments, supportTickets } from '#server/database/tables/service';
import { addDays, atLocalTime, type Day } from './calendar.ts';
import type { Customer } from './customers.ts';
import type { Numbers } from './numbers.ts';
import { placeholderPhoto } from './placeholder-photo.ts';

/** Announcements for the dashboard: the oldest is from before the history, the others from the last weeks. */
export function announcementRows(numbers: Numbers, today: Day): (typeof announcements.$inferInsert)[] {
  const news: [dataSourceId: number | null, title: string, body: string, postedOn: Day, expiresOn: Day | null][] = [
    [
      null,
      'Welcome to the new customer portal',
      'Orders, tickets, invoices and statements of all our divisions are now in one place. The old mobile app has been retired.',
      '2024-12-02',
      null,
    ],
    [
      null,
      'Pay by the 10th and keep your discount',
      'Invoices of a month carry a discount until the 10th of the next. The dashboard shows what is still within reach.',
      addDays(today, -24),
      null,
    ],
    [1, 'Amnicola plant: second loading bay open', 'Loading times at plant 11 are back to normal.', addDays(today, -9), addDays(today, 30)],
    [
      2,
      'Lebanon plant closed on Saturday',
      'Maintenance of the batching system. Orders are served from Murfreesboro.',
      addDays(today, -3),
      addDays(today, 6),
    ],
    [3, 'Rip-rap is short this month', 'Please order Class B rip-rap at least three days ahead.', addDays(today, -5), null],
    [4, 'Old announcement of the block yard', 'New opening hours of the yard.', addDays(today, -90), addDays(today, -60)],
  ];
  return news.map(([dataSourceId, title, body, postedOn, expiresOn]) => ({
    id: numbers.next('announcements'),
    dataSourceId,
    title,
    body,
    postedOn,
    expiresOn,
  }));
}

type Request = [title: string, description: string, categoryId: number, typeId: number, statusId: number, daysAgo: number];

const REQUESTS: Request[] = [
  [
    'Truck waited 50 minutes at the gate',
    'Load 7 of this morning stood at the north gate. Please check the directions on the order.',
    1,
    2,
    1,
    1,
  ],
  ['Tax on ticket looks wrong', 'The job is inside the city limits. Can you check the rate?', 2, 3, 2, 4],
  ['Need a W-9', 'Our auditors ask for a current form.', 2, 1, 3, 16],
  [
    'Cylinder breaks of the mat foundation below the specified strength at 28 days: please send the batch records of all loads of that day',
    'Seven-day breaks were fine. The testing laboratory asks for batch weights, water content and temperature of each load.\n\nWe pour the next section on Friday and need the records before that.',
    3,
    2,
    2,
    6,
  ],
  ['Add our new superintendent', 'He registered twice and waits for approval.', 4, 1, 4, 40],
  ['Statement by post', 'Please stop sending paper statements.', 5, 4, 4, 75],
  ['Cannot open an invoice PDF on the phone', 'It stays white on the tablet in the truck.', 4, 2, 1, 2],
];

type SupportRow = typeof supportTickets.$inferInsert & { id: number };

/** Returns a customer's support requests. */
export function supportRows(customer: Customer, createdBy: number | null, count: number, numbers: Numbers, today: Day): SupportRow[] {
  // The showcase has the requests in order. Others start elsewhere in the list, so that the desk does not show one request ten times.
  const first = customer.plan.isShowcase ? 0 : customer.id % REQUESTS.length;
  const asked = [...REQUESTS.slice(first), ...REQUESTS.slice(0, first)].slice(0, count);
  return asked.map(([title, description, categoryId, typeId, statusId, daysAgo]) => {
    const createdAt = atLocalTime(addDays(today, -daysAgo), 9 * 60 + 7 * daysAgo, customer.source.timeZone);
    const isTaken = statusId > 1;
    return {
      id: numbers.next('support_tickets'),
      customerId: customer.id,
      title,
      description,
      categoryId,
      typeId,
      statusId,
      assignedToName: isTaken ? 'Renee Castleberry' : null,
      assignedToEmail: isTaken ? 'dispatcher@example.com' : null,
      createdBy,
      createdAt: new Date(createdAt),
      modifiedAt: new Date(createdAt + (isTaken ? 5 * 3_600_000 : 0)),
    };
  });
}

/** Returns photos for the requests about material quality. */
export function attachmentRows(tickets: readonly SupportRow[], numbers: Numbers): (typeof supportAttachments.$inferInsert)[] {
  const quality = 3;
  return tickets
    .filter(({ categoryId }) => categoryId === quality)
    .map(({ id, customerId, createdAt = new Date() }) => ({
      id: numbers.next('support_attachments'),
      customerId,
      supportTicketId: id,
      fileName: 'slab-section-4.png',
      contentType: 'image/png',
      content: placeholderPhoto(),
      createdAt,
    }));
}
