import { useSearch } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazy } from 'react';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { QuotesList } from './quotes-list.tsx';

const QuoteDrawer = lazy(() =>
  import('#web/features/quotes/components/quote-drawer/quote-drawer.tsx').then(({ QuoteDrawer }) => ({ default: QuoteDrawer })),
);
const QuotePdfDialog = lazy(() =>
  import('#web/features/quotes/components/quote-pdf-dialog.tsx').then(({ QuotePdfDialog }) => ({ default: QuotePdfDialog })),
);

/** Quotes: the list, and the drawer or dialog that the URL says is open (QUO-01, QUO-05). */
export function QuotesPage() {
  const list = useListSearch(useSearch({ from: '/shell/quotes' }));
  const canViewPdf = useHoldsAny([PERMISSIONS.QUOTES_VIEW_PDF]);
  const { quote, pdf } = list.search;
  return (
    <>
      <QuotesList list={list} />
      <MountOnceNeeded isNeeded={quote !== undefined}>
        <QuoteDrawer quoteId={quote} onClose={() => list.close({ quote: undefined })} onOpenPdf={() => list.open({ pdf: quote })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canViewPdf && pdf !== undefined}>
        <QuotePdfDialog recordId={pdf} onClose={() => list.close({ pdf: undefined })} />
      </MountOnceNeeded>
    </>
  );
}
