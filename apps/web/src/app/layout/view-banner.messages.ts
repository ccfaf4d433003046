/** Texts of the banner above the portal that a staff member sees as somebody else. */
export const VIEW_BANNER_MESSAGES = {
  viewingAs: (name: string) => `Viewing as ${name}`,
  viewingUntil: (email: string, time: string) => `${email} · read only, until ${time}`,
  stopViewing: 'Stop viewing',
} as const;
