/** The first and the last day that the portal accepts anywhere (TBL-10). */
export const FIRST_DAY = '1950-01-01';
export const LAST_DAY = '2050-12-31';

/** Returns whether a day `yyyy-MM-dd` is within these limits. */
export function isOnCalendar(day: string): boolean {
  // A year of more digits, which some date fields take, would compare as text.
  return day.length === FIRST_DAY.length && day >= FIRST_DAY && day <= LAST_DAY;
}
