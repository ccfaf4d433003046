import { Socket } from 'node:net';

// Loaded before the server. File descriptor 3 is a pipe that the starting script holds open. If that script is killed (kill -9), the
// server must not keep running with the port and the database.
const lifeline = new Socket({ fd: 3, readable: true, writable: false });
const die = () => process.kill(process.pid, 'SIGKILL');
lifeline.on('end', die).on('error', die).resume().unref();
