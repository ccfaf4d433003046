/** What is wrong with an address, and why a message was not delivered. */
export const WEBHOOK_FAULTS = {
  malformed: 'Use an address as https://example.com/hooks.',
  notHttps: 'The address must begin with https.',
  credentials: 'The address must not contain a user name or password.',
  private: 'The address is in a private network, which is not allowed.',
  unknownHost: 'The host name is not known.',
  noAnswer: 'The server did not answer in time.',
  notReached: 'The server could not be reached.',
} as const;
