/** What the admin command prints. */
export const ADMIN_MESSAGES = {
  usage: [
    'Usage: npm run admin -- COMMAND',
    '',
    '  key add NAME --scopes SCOPES [--data-sources A,B] [--expires 2027-01-01]   make a service key',
    '  key list                                                                   list the service keys',
    '  key rotate NAME [--grace-hours 24]                                         give a key a new secret',
    '  key revoke NAME                                                            end a key',
    '  staff add EMAIL [--first-name NAME] [--last-name NAME]                     give somebody access to the desk',
    '  staff remove EMAIL                                                         withdraw the access to the desk',
    '  staff list                                                                 list the staff',
    '  retention run                                                              delete what is older than configured',
    '  data-source purge CODE                                                     delete all data of a test data source',
    '',
    "SCOPES is '*' or a list such as orders:write,tickets:write,events:read. What takes something away asks first; --yes",
    'skips the question. The command uses DATABASE_URL, or the embedded database in DATA_DIR while its server is stopped.',
  ].join('\n'),
  noDatabase: (dataDir: string) => `There is no database in ${dataDir}. Start the server once, or set DATABASE_URL.`,
  secretShownOnce: 'This is the only time that the key is shown:',
  noKeys: 'There are no service keys.',
  unknownKey: (name: string) => `There is no key '${name}' in use.`,
  askRotate: (name: string, hours: number) =>
    hours > 0
      ? `Give '${name}' a new secret? The present one is accepted for ${hours} more hours.`
      : `Give '${name}' a new secret? The present one ends at once.`,
  askRevoke: (name: string) => `End the key '${name}'? Its next call is refused.`,
  revoked: (name: string) => `The key '${name}' is revoked.`,
  askRemove: (email: string) => `Withdraw the access of ${email} to the desk?`,
  removed: (email: string) => `${email} has no access to the desk any more.`,
  added: (email: string) => `${email} has access to the desk.`,
  alreadyStaff: (email: string) => `${email} has access to the desk already.`,
  notStaff: (email: string) => `${email} is not one of the staff.`,
  noStaff: 'There is nobody with access to the desk.',
  signInPassword: (password: string, days: number) => `The first sign-in is with the password ${password}, within ${days} days.`,
  signInKnown: 'They sign in as before.',
  signInOutside: 'They sign in at your identity provider with this address.',
  askPurge: (code: string) => `Delete everything of the test data source '${code}'? This cannot be undone.`,
  unknownSource: (code: string) => `There is no data source '${code}'.`,
  notATest: (code: string) => `'${code}' is not a test data source (isTest), so nothing was deleted.`,
  purged: (code: string, kept: number) =>
    kept === 0
      ? `The data source '${code}' is deleted.`
      : `The data of '${code}' is deleted. Customers that the audit log or a chat names stay, without records: ${kept}.`,
  askRetention: 'Delete everything that is older than the RETENTION_ settings? This cannot be undone.',
  nothingOld: 'Nothing is older than configured.',
  deleted: (what: readonly string[]) => `Deleted: ${what.join(', ')}.`,
  nothingChanged: 'Nothing was changed.',
  badEmail: (text: string) => `'${text}' is not an email address.`,
  badExpiry: (text: string) => `'${text}' is not a date as 2027-01-01.`,
  badHours: 'The grace period is a whole number of hours, 720 at most.',
} as const;
