// Preloaded with --import: refuses every connection that leaves this machine, and reports it on stderr.
import { Socket } from 'node:net';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const connect = Socket.prototype.connect;

Socket.prototype.connect = function (...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  const host =
    typeof options === 'object'
      ? (options.host ?? (options.path ? 'localhost' : 'localhost'))
      : (args[1] ?? 'localhost');
  if (typeof host === 'string' && !LOOPBACK.test(host)) {
    process.stderr.write(`[no-network] refused a connection to ${host}\n`);
    throw Object.assign(new Error(`Outbound network is refused: ${host}`), { code: 'ENETUNREACH' });
  }
  return connect.apply(this, args);
};
