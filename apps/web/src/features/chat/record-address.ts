import type { JobAddress } from '@yardage/contract/chat';
import { MAX_STREET_LENGTH } from '@yardage/domain/chat';

/** The place of a record, which has lines and no parts: nothing is guessed, the whole line stands as the street (CHT-08, API-18). */
export function recordAddress(...lines: (string | null)[]): JobAddress {
  const street = lines.filter(Boolean).join(', ').slice(0, MAX_STREET_LENGTH);
  return { street, city: '', state: '', zip: '', latitude: null, longitude: null };
}
