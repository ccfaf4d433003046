import { listDeskDifferences, listDifferences, putControlTotals } from '@yardage/contract/control-totals';
import type { Area } from '#server/features/area';
import { reconciliationService } from './reconciliation.service.ts';

/** Routes of the control totals. */
export const reconciliationArea: Area = (bind, { database }) => {
  const reconciliation = reconciliationService(database);
  bind(putControlTotals, ({ body, caller }) => reconciliation.compare(body, caller));
  bind(listDifferences, ({ query, caller }) => reconciliation.differences(query, caller));
  bind(listDeskDifferences, ({ query }) => reconciliation.allDifferences(query));
};
