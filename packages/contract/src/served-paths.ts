/**
 * The first parts of the paths that the server answers itself. Every other path belongs to the web app, so its development server forwards
 * exactly these.
 */
export const SERVED_PATHS = [
  ...['api', 'branding', 'config.json', 'demo', 'docs', 'healthz', 'hub', 'manifest.webmanifest', 'map', 'metrics'],
  ...['oidc', 'openapi.json', 'readyz', 'share', 'sign-in', 'unsubscribe'],
] as const;
