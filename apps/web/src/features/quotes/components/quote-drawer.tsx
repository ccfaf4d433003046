import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { QuoteDetail } from '@yardage/contract/quotes';
import { formatMoney } from '@yardage/domain/money';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { useToday } from '#web/lib/formats/use-today.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { Can } from '#web/patterns/can.tsx';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { FactStrip, InfoCard } from '#web/patterns/info-card.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { useNeedsConnection } from '#web/patterns/needs-connection.ts';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import { amountOf, type QuoteLine, quoteRows, quoteTerms, totalOf } from '../quote-facts.ts';
import { quoteQuery } from '../quotes.api.ts';
import { QUOTES_MESSAGES as MESSAGES, QUOTE_FIELDS } from '../quotes.messages.ts';
import { ExpiryMark, QuoteStatus } from './quote-columns.tsx';
import classes from './quote-drawer.module.css';

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
  const today = useToday();
  const connection = useNeedsConnection();
  const query = useQuery({ ...quoteQuery(useCustomer(), shownId ?? 0), enabled: quoteId !== undefined });
  const quote = query.data;
  return (
    <SideDrawer
      isInUrl
      isOpen={quoteId !== undefined}
      onClose={onClose}
      title={quote ? MESSAGES.title(quote.quoteNumber) : MESSAGES.titleLoading}
      status={quote ? <QuoteStatus isActive={quote.isActive} /> : null}
      context={quote ? quote.quoteName : query.isFetching ? <Skeleton width={220} /> : null}
      facts={quote ? <QuoteFacts quote={quote} today={today} /> : query.isFetching ? <Skeleton width={420} height={40} /> : null}
      footer={
        quote || !query.isError ? (
          <Can anyOf={[PERMISSIONS.QUOTES_VIEW_PDF]}>
            <Button leftSection={<Icon name="document" />} onClick={onOpenPdf} {...connection}>
              {MESSAGES.openPdf}
            </Button>
          </Can>
        ) : null
      }
    >
      <DetailState query={query} skeletonLines={SHAPE}>
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

/** The most important facts: how long the prices are valid, the total, and whom to call. */
function QuoteFacts({ quote, today }: { quote: QuoteDetail; today: string }) {
  const { startDate, terminationDate } = quote;
  const valid = (
    <>
      {terminationDate === null
        ? MESSAGES.validFromOn(formatDay(startDate))
        : MESSAGES.validBetween(formatDay(startDate), formatDay(terminationDate))}
      <ExpiryMark quote={quote} today={today} />
    </>
  );
  return (
    <FactStrip
      facts={[
        { label: MESSAGES.valid, value: valid, isWide: true },
        { label: MESSAGES.totalBeforeTax, value: formatMoney(totalOf(quote.quoteProducts)) },
        { label: QUOTE_FIELDS.salesPersonName, value: quote.salesPersonName },
      ]}
    />
  );
}

const amountText = (line: QuoteLine): string => formatAmount(amountOf(line) / 100);

const columns = () => [
  { header: MESSAGES.product, isWhole: true, value: ({ productNumber }: QuoteLine) => productNumber },
  { header: MESSAGES.description, value: ({ description }: QuoteLine) => description },
  { header: MESSAGES.quantity, isNumber: true, value: ({ quantity }: QuoteLine) => formatNumber(quantity) },
  { header: MESSAGES.unit, value: ({ unitOfMeasure }: QuoteLine) => unitOfMeasure },
  { header: MESSAGES.price, isNumber: true, value: ({ price }: QuoteLine) => formatAmount(price) },
  { header: MESSAGES.amount, isNumber: true, value: amountText },
];

/** A quote's products with quantity and price (QUO-03). */
function QuoteProducts({ lines }: { lines: readonly QuoteLine[] }) {
  return (
    <Card title={MESSAGES.products}>
      <LineTable
        label={MESSAGES.products}
        columns={columns()}
        card={(line) => ({
          title: line.productNumber,
          result: formatMoney(amountOf(line)),
          details: [line.description, MESSAGES.times(formatQuantity(line.quantity, line.unitOfMeasure), formatCurrency(line.price))],
        })}
        lines={lines}
        emptyText={MESSAGES.noProducts}
        total={{ label: MESSAGES.totalBeforeTax, value: formatMoney(totalOf(lines)) }}
      />
    </Card>
  );
}
