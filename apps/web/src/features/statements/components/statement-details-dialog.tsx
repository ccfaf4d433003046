import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { DetailsDialog } from '#web/patterns/details-dialog/details-dialog.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { useLast } from '#web/patterns/side-drawer/use-last.ts';
import { statementQuery } from '../api/get-statement.ts';
import { STATEMENTS_MESSAGES as WORDS } from '../statements.messages.ts';
import { StatementHeader } from './statement-header.tsx';
import { type InvoiceWays, StatementLines } from './statement-lines.tsx';

/** Header block and documents. */
const SHAPE = [5, 5];

interface StatementDetailsDialogProps {
  /** None while the dialog is closed; leave it mounted, so that it can give the focus back. */
  statementDate: string | undefined;
  onClose: () => void;
  /** Goes on to the statement's document; without it there is no way there. */
  onOpenPdf?: (() => void) | undefined;
  ways: InvoiceWays;
}

/** A statement: whom it is for, what is due, and its documents (STM-05, STM-07 to STM-10). */
export function StatementDetailsDialog({ statementDate, onClose, onOpenPdf, ways }: StatementDetailsDialogProps) {
  const isOpen = statementDate !== undefined;
  const shown = useLast(statementDate) ?? '';
  const query = useQuery({ ...statementQuery(useCustomer(), shown), enabled: isOpen });
  return (
    <DetailsDialog
      isOpen={isOpen}
      onClose={onClose}
      title={WORDS.title(formatDay(shown))}
      widthPx={980}
      layer="drawer"
      footer={
        query.data && onOpenPdf ? (
          <Button leftSection={<Icon name="document" size={16} />} onClick={onOpenPdf}>
            {WORDS.openPdf}
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
