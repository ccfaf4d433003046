/** Words of the dashboard. */
export const DASHBOARD_MESSAGES = {
  greeting: (firstName: string) => `Hello, ${firstName}`,
  welcome: 'Welcome',
  context: (displayName: string, today: string) => `${displayName} · ${today}`,
  areas: 'Go to',
  noAreas: 'Nothing to open here yet',
  noAreasText:
    'The portal has no screen for your role so far. Whatever your permissions cover appears here and in the menu as soon as it opens.',
  support: 'Support',
  supportText: 'Questions about your account or a delivery:',
} as const;
