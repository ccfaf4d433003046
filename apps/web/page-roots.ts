/** Where the portal's files begin, for what is decided about them at the build: how much a page may weigh, and what travels together. */

export const ENTRY = 'src/main.tsx';
export const LANDING = 'src/pages/landing/landing-page.tsx';
/** What every signed-in page needs beside itself. */
export const FRAME = ['src/app/layout/shell.tsx', 'src/lib/session/user-manager.ts'];
/** A page's own module, by its name. */
export const PAGE = /\/src\/pages\/.*-page\.tsx$/;
