/**
 * Heights of the cards of the lists that customers open most, by the list's id, with the standard columns, in rem. The page's first script
 * draws their first rows with them, and the list need not measure its cards before the browser computes the layout. A card that is higher,
 * for example because of a long name, gets its place after that.
 */
export const CARD_REM: Readonly<Record<string, number>> = { orders: 7.4, tickets: 7.4, quotes: 6.75, invoices: 7.05 };
