import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { Can } from '#web/patterns/can.tsx';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { InfoCard } from '#web/patterns/info-card.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import { quoteQuery } from '../../quotes.api.ts';
import { QUOTES_MESSAGES as MESSAGES } from '../../quotes.messages.ts';
import { QuoteStatus } from '../quote-status.tsx';
import classes from './quote-drawer.module.css';
import { QuoteFacts } from './quote-facts.tsx';
import { quoteRows, quoteTerms } from './quote-information.ts';
import { QuoteProducts } from './quote-products.tsx';

/** Skeleton lines per card: products, information, terms. */
const SHAPE = [5, 4, 2];

interface QuoteDrawerProps {
  /** Undefined while the drawer is closed. Keep the drawer mounted so that it can animate closing and restore the focus. */
  quoteId: number | undefined;
  onClose: () => void;
  onOpenPdf: () => void;
}

/** Drawer with a quote's validity, products, prices and terms (QUO-01, QUO-06). */
export function QuoteDrawer({ quoteId, onClose, onOpenPdf }: QuoteDrawerProps) {
  const shownId = useLast(quoteId);
  const today = useFormats().today();
  const query = useQuery({ ...quoteQuery(useCustomer(), shownId ?? 0), enabled: quoteId !== undefined });
  const quote = query.data;
  return (
    <SideDrawer
      isOpen={quoteId !== undefined}
      onClose={onClose}
      title={quote ? MESSAGES.title(quote.quoteNumber) : MESSAGES.titleLoading}
      status={quote ? <QuoteStatus isActive={quote.isActive} /> : null}
      context={quote ? quote.quoteName : query.isFetching ? <Skeleton width={220} /> : null}
      facts={quote ? <QuoteFacts quote={quote} today={today} /> : query.isFetching ? <Skeleton width={420} height={40} /> : null}
      footer={
        quote || !query.isError ? (
          <Can anyOf={[PERMISSIONS.QUOTES_VIEW_PDF]}>
            <Button leftSection={<Icon name="document" />} onClick={onOpenPdf}>
              {MESSAGES.openPdf}
            </Button>
          </Can>
        ) : null
      }
    >
      <DetailState query={query} shape={SHAPE}>
        {(loaded) => (
          <>
            <QuoteProducts lines={loaded.quoteProducts} />
            <InfoCard title={MESSAGES.information} rows={quoteRows(loaded)} />
            <QuoteTerms texts={quoteTerms(loaded)} />
          </>
        )}
      </DetailState>
    </SideDrawer>
  );
}

function QuoteTerms({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Card title={MESSAGES.terms}>
      <div className={classes.terms}>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </Card>
  );
}
