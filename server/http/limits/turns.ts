/**
 * Responds to one request of a connection at a time. Node hands over pipelined requests as they arrive and, when the client leaves,
 * tells only the first of their responses: the others would keep their files, places and memory for ever.
 */
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How many requests may wait on a connection. Hardly any client pipelines, and one whose connection closes sends what remains
 * without a response again (RFC 9112, section 9.3.2).
 */
const MOST_WAITING = 16;

export function inTurn(listener: RequestListener): RequestListener {
  /** What waits, for each connection with a response in progress. */
  const waiting = new WeakMap<Socket, Parameters<RequestListener>[]>();

  function respond(...[req, res]: Parameters<RequestListener>): void {
    const { socket } = req;
    res.once('close', () => {
      const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
      if (next) respond(...next);
      else waiting.delete(socket);
    });
    listener(req, res);
  }

  return (req, res) => {
    const { socket } = req;
    const queue = waiting.get(socket);
    if (!queue) {
      waiting.set(socket, []);
      respond(req, res);
    } else if (queue.length < MOST_WAITING) queue.push([req, res]);
    else socket.destroy();
  };
}
