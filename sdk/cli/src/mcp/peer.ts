/**
 * The server side of the Model Context Protocol, limited to what tools need: JSON-RPC 2.0, one message per line. Written by hand,
 * because the official library includes a web server and more, all of which `npx` would install.
 */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import packageJson from '../../package.json' with { type: 'json' };
import type { Terminal } from '../terminal.ts';

export interface Tool {
  name: string;
  description: string;
  inputSchema: object;
  annotations?: { readOnlyHint: boolean };
}

export interface Tools {
  list: Tool[];
  /** @returns the result for the assistant. @throws an error whose message the assistant reads. */
  call(name: string, input: Record<string, unknown>): Promise<unknown>;
}

/** Newest first. The parts used here are the same in all of them. */
const VERSIONS = ['2025-06-18', '2025-03-26', '2024-11-05'];

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

interface Request {
  id?: string | number;
  method: string;
  params: Record<string, unknown>;
}

class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export function createPeer(tools: Tools, terminal: Pick<Terminal, 'write' | 'stop'>) {
  const send = (message: object) => terminal.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

  const methods: Record<string, (params: Record<string, unknown>) => unknown> = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion: VERSIONS.find((version) => version === protocolVersion) ?? VERSIONS[0],
      capabilities: { tools: {} },
      serverInfo: { name: 'sigill', title: 'Sigill', version: packageJson.version },
    }),
    ping: () => ({}),
    'tools/list': () => ({ tools: tools.list }),
    'tools/call': ({ name, arguments: input = {} }) => callTool(String(name), input as Record<string, unknown>),
  };

  async function callTool(name: string, input: Record<string, unknown>) {
    if (!tools.list.some((tool) => tool.name === name)) throw new RpcError(INVALID_PARAMS, `Unknown tool: ${name}`);
    const text = (value: unknown) => [
      { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value, null, 2) },
    ];
    try {
      return { content: text(await tools.call(name, input)) };
    } catch (error) {
      // A result, not a protocol error: the assistant reads it and can correct its call.
      return { content: text((error as Error).message), isError: true };
    }
  }

  async function answer(line: string): Promise<void> {
    let id: Request['id'];
    try {
      const request = readRequest(line);
      ({ id } = request);
      const method = methods[request.method];
      // Notifications, such as that the client is ready or cancels a call, get no response.
      if (id === undefined) return;
      if (!method) throw new RpcError(METHOD_NOT_FOUND, `Unknown method: ${request.method}`);
      send({ id, result: await method(request.params) });
    } catch (error) {
      const code = error instanceof RpcError ? error.code : INVALID_REQUEST;
      send({ id: id ?? null, error: { code, message: (error as Error).message } });
    }
  }

  return {
    /** Responds until the client closes its end. Responses may be out of order. */
    async serve(input: Readable): Promise<void> {
      const lines = createInterface({ input });
      terminal.stop.addEventListener('abort', () => lines.close(), { once: true });
      const running = new Set<Promise<void>>();
      for await (const line of lines) {
        if (line.trim() === '') continue;
        const answered = answer(line).finally(() => running.delete(answered));
        running.add(answered);
      }
      await Promise.all(running);
    },
  };
}

function readRequest(line: string): Request {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    throw new RpcError(PARSE_ERROR, 'The message is not JSON');
  }
  const { jsonrpc, method, id, params } = (message ?? {}) as Record<string, unknown>;
  if (jsonrpc !== '2.0' || typeof method !== 'string')
    throw new RpcError(INVALID_REQUEST, 'The message is not a JSON-RPC 2.0 request');
  const known = typeof id === 'string' || typeof id === 'number' ? { id } : {};
  return { method, params: (params ?? {}) as Record<string, unknown>, ...known };
}
