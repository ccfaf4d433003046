// Storage keys that the first script of the page reads, too. It must stay small, so this file imports nothing.

/** Local storage: the selected customer and the list of customers. */
export const CUSTOMER_KEY = 'yardage.customer';
/** Local storage: the chosen language. */
export const LANGUAGE_KEY = 'yardage.language';
/** Session storage: the view of another user that a staff member has opened. */
export const VIEW_AS_KEY = 'yardage.view-as';
/** Local storage: whether the sidebar is open. */
export const SIDEBAR_KEY = 'yardage.sidebar-open';
