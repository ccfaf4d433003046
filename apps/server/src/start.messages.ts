const loginNamed = (login: string): string => (login ? `the login ${login}` : 'the login');

/** Sentences for the person who starts the server. */
export const START_MESSAGES = {
  dataDir: (folder: string, reason: string) => `DATA_DIR: the embedded database in ${folder} cannot be opened: ${reason}.`,
  databaseUrl: (setting: string, where: string, reason: string) => `${setting}: the database at ${where} cannot be used: ${reason}.`,
  webAssetsDir: (folder: string, reason: string) => `WEB_ASSETS_DIR: nothing can be written to ${folder}: ${reason}.`,
  portTaken: (host: string, port: number) => `PORT: ${port} on ${host} is already in use by another process.`,
  portForbidden: (port: number) => `PORT: this user may not listen on ${port}.`,
  hostUnknown: (host: string) => `HOST: ${host} is not an address of this machine.`,
  other: (reason: string) => `The server cannot start: ${reason}`,
  unknown: 'for an unknown reason',
  diskFull: 'the disk is full',
  notWritable: 'the folder is not writable',
  notAFolder: 'it is not a folder, or its parent does not exist',
  loginRefused: (login: string) => `${loginNamed(login)} was refused`,
  noSuchDatabase: 'there is no such database',
  loginTooWeak: (login: string) => `${loginNamed(login)} may not do what the start needs`,
  refused: 'nothing listens there',
  unknownHost: 'the host is not known',
  silent: 'it does not answer',
};
