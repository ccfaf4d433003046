import { Socket } from 'node:net';

// Loaded before the server. File 3 is a pipe that the starting script holds open; when that script dies without a word (kill -9),
// the server must not stay behind with the port and the database.
const lifeline = new Socket({ fd: 3, readable: true, writable: false });
const die = () => process.kill(process.pid, 'SIGKILL');
lifeline.on('end', die).on('error', die).resume().unref();
