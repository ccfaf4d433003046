import { Anchor } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { PaymentReviewRow } from '@yardage/contract/desk-payments';
import { PAYMENT_REVIEW_REASONS } from '@yardage/contract/lists';
import { useMemo } from 'react';
import { RemittanceForm } from '#web/features/desk-payments/components/remittance-form.tsx';
import { reviewColumns } from '#web/features/desk-payments/components/review-columns.tsx';
import { reviewsQuery } from '#web/features/desk-payments/desk-payments.api.ts';
import { DESK_PAYMENTS_MESSAGES as MESSAGES } from '#web/features/desk-payments/desk-payments.messages.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { FilterSelect } from '#web/patterns/filter-select.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';

const ReviewDrawer = lazyOpened(() =>
  import('#web/features/desk-payments/components/review-drawer.tsx').then(({ ReviewDrawer }) => ReviewDrawer),
);
const PANEL_ID = 'desk-payments-state';
const tabs = () => (['open', 'done', 'all'] as const).map((value) => ({ value, label: MESSAGES.tabNames[value] }));
const reasonOptions = () => [
  { value: '' as const, label: MESSAGES.anyReason },
  ...PAYMENT_REVIEW_REASONS.map((value) => ({ value, label: MESSAGES.reasons[value] })),
];
const OWN = { reason: '' } as const;
const rowId = ({ id }: PaymentReviewRow): string => String(id);
const rowName = ({ cartId }: PaymentReviewRow): string => cartId;
const countText = (count: number): string => MESSAGES.count(count);

/** Payments at the desk that need a person (STF-07). */
export function DeskPaymentsPage() {
  const list = useListSearch(useSearch({ from: '/shell/desk/payments' }), undefined, OWN);
  const { search, filter, open, hrefOf } = list;
  const request = { ...list.request, state: search.state === 'all' ? ('' as const) : search.state, reason: search.reason };
  const query = useQuery({ ...reviewsQuery(request), placeholderData: keepPreviousData });
  const columns = useTexts(reviewColumns, []);
  const opener = useMemo(
    () => ({ href: ({ id }: PaymentReviewRow) => hrefOf({ payment: id }), open: ({ id }: PaymentReviewRow) => open({ payment: id }) }),
    [hrefOf, open],
  );
  return (
    <>
      <ListPage
        context={MESSAGES.context}
        action={<RemittanceForm />}
        filters={
          <>
            <SearchBox label={MESSAGES.search} value={search.search} onChange={list.searchFor} />
            <FilterSelect
              label={MESSAGES.reasonFilter}
              options={reasonOptions()}
              value={search.reason}
              onChange={(chosen) => filter({ reason: chosen })}
            />
          </>
        }
        {...list.filters}
        tabs={{ id: PANEL_ID, label: MESSAGES.tabs, tabs: tabs(), value: search.state, onChange: (chosen) => filter({ state: chosen }) }}
      >
        <DataTable
          id="desk-payments"
          label={MESSAGES.label}
          columns={columns}
          query={query}
          {...list.table}
          rowId={rowId}
          rowName={rowName}
          opener={opener}
          openRowId={search.payment === undefined ? undefined : String(search.payment)}
          countText={countText}
          emptyText={MESSAGES.empty}
          failureText={MESSAGES.listFailed}
        />
      </ListPage>
      <MountOnceNeeded isNeeded={search.payment !== undefined}>
        <ReviewDrawer
          reviewId={search.payment}
          customerLink={(number, text) => <Anchor href={`/desk/customers?account=${encodeURIComponent(number)}`}>{text}</Anchor>}
          onClose={() => list.close({ payment: undefined })}
        />
      </MountOnceNeeded>
    </>
  );
}
