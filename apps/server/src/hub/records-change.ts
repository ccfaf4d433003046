import type { LiveDeskArea, LiveResource } from '@yardage/contract/hub';

/** Records of a customer that changed, announced after the change was committed. */
export interface RecordsChange {
  customerId: number;
  globalCustomerNumber: string;
  resource: LiveResource;
  ids: readonly number[];
}

/** Announces changes on every node to those who may see them. It never fails or waits, because the changes are already stored. */
export interface RecordsAnnouncer {
  announceRecords(changes: readonly RecordsChange[]): void;
}

/** Announces on every node that records of an area of the desk changed, to the staff who may use it. It never fails or waits. */
export interface DeskAnnouncer {
  announceDesk(area: LiveDeskArea): void;
}
