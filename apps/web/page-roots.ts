/** The entry points of the portal, for the bundle budget and the chunk groups. */

export const ENTRY = 'src/main.tsx';
export const LANDING = 'src/pages/landing/landing-page.tsx';
/** What every signed-in page needs in addition. */
export const FRAME = ['src/app/layout/shell.tsx'];
/** What every signed-in page loads once it is shown. */
export const LATER = 'src/app/layout/later.ts';
/** The sign-in library. A page loads it only to renew the tokens, so no page waits for it. */
export const SIGN_IN_LIBRARY = 'src/lib/session/user-manager.ts';
/** Matches a page's module by its file name. */
export const PAGE = /\/src\/pages\/.*-page\.tsx$/;

/** Pages for staff. They do not decide what customers load. */
export const DESK_PAGE = /[\\/]pages[\\/]desk-/;
