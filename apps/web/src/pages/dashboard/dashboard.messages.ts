/** Words of the dashboard. */
export const DASHBOARD_MESSAGES = {
  greeting: (firstName: string) => `Hello, ${firstName}`,
  context: (displayName: string, today: string) => `${displayName} · ${today}`,
  areas: 'Go to',
  support: 'Support',
  supportText: 'Questions about your account or a delivery:',
} as const;
