import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { DetailsDialog } from '#web/patterns/details-dialog/details-dialog.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { statementQuery } from '../statements.api.ts';
import { STATEMENTS_MESSAGES as MESSAGES } from '../statements.messages.ts';
import { StatementHeader } from './statement-header.tsx';
import { type InvoiceWays, StatementLines } from './statement-lines.tsx';

/** Skeleton lines: header block and documents. */
const SHAPE = [5, 5];

interface StatementDetailsDialogProps {
  /** Undefined while the dialog is closed. Keep the dialog mounted so that it can restore the focus. */
  statementDate: string | undefined;
  onClose: () => void;
  /** Opens the statement's PDF. If undefined, the button is not shown. */
  onOpenPdf?: (() => void) | undefined;
  ways: InvoiceWays;
}

/** A statement: its client, the amount due and its documents (STM-05, STM-07 to STM-10). */
export function StatementDetailsDialog({ statementDate, onClose, onOpenPdf, ways }: StatementDetailsDialogProps) {
  const isOpen = statementDate !== undefined;
  const shown = useLast(statementDate) ?? '';
  const query = useQuery({ ...statementQuery(useCustomer(), shown), enabled: isOpen });
  return (
    <DetailsDialog
      isOpen={isOpen}
      onClose={onClose}
      title={MESSAGES.title(formatDay(shown))}
      widthPx={980}
      layer="drawer"
      footer={
        query.data && onOpenPdf ? (
          <Button leftSection={<Icon name="document" size={16} />} onClick={onOpenPdf}>
            {MESSAGES.openPdf}
          </Button>
        ) : null
      }
    >
      <DetailState query={query} shape={SHAPE}>
        {(statement) => (
          <>
            <StatementHeader statement={statement} />
            <StatementLines key={statement.statementDate} statement={statement} ways={ways} />
          </>
        )}
      </DetailState>
    </DetailsDialog>
  );
}
