/** Messages of responses about branding. */
export const BRANDING_MESSAGES = {
  noFile: 'Choose a picture.',
  noLogo: 'No logo was uploaded at the desk.',
} as const;
