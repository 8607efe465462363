/**
 * The column of the server: each example is brought about by calls, and the answer held against the contract. An error must have the
 * status, the code and the schema of the example; its words name what was sent. A success must be of the same kind.
 */
import { contractHash } from '../../server/generated/operations.gen.ts';
import { responseValidator } from '../../server/http/contract.ts';
import { refusals } from '../../tests/support/contract/refusals.ts';
import type { Result } from '../../tests/support/server/call.ts';
import type { Cell } from './cells.ts';
import { performIn, provocations } from './provocations.ts';
import type { Stage } from './stage.ts';
import { variants } from './variants.ts';

/** `ok`, what was wrong, or `never: ` and why the operation cannot answer so. */
export async function serverResult(stage: Stage, cell: Cell): Promise<string> {
  try {
    const result = await (cell.status === 200 ? succeed(stage, cell) : refuse(stage, cell));
    return typeof result === 'string' ? result : judged(cell, result);
  } catch (error) {
    // The message may name ids, which differ from run to run.
    return `could not be brought about: ${error instanceof Error ? error.message.replaceAll(/\d{4,}/g, '…') : 'no error'}`;
  }
}

async function succeed(stage: Stage, { id, example }: Cell): Promise<Result | string> {
  const variant = variants[id]?.[example];
  if (typeof variant === 'string') return variant;
  return variant ? variant(stage.world) : performIn(stage, id, await stage.spent(id));
}

function refuse(stage: Stage, { id, code }: Cell): Promise<Result | string> | string {
  const own = refusals[`${id} ${code}`];
  if (typeof own === 'string') return `never: ${own}`;
  if (own) return own(stage.world);
  const provoke = provocations[code!];
  return provoke ? provoke(stage, id) : `nothing provokes ${code}`;
}

function judged({ id, status, code, value }: Cell, { status: given, body, headers }: Result): string {
  const { code: said, request_id } = body as { code?: string; request_id?: string };
  if (given !== status) return `answered ${given}${said ? ` ${said}` : ''}`;
  const validate = responseValidator(id, status);
  if (!validate?.(body))
    return `breaks its schema: ${validate?.errors?.[0]?.instancePath} ${validate?.errors?.[0]?.message}`;
  if (code !== undefined && said !== code) return `answered ${said}`;
  if (headers.get('x-contract') !== contractHash) return 'names another contract';
  const requestId = headers.get('x-request-id');
  if (!requestId || (code !== undefined && request_id !== requestId)) return 'has no request id of its own';
  return kindOf(value) === kindOf(body) ? 'ok' : `answered ${kindOf(body)} instead of ${kindOf(value)}`;
}

/** What tells the examples of one answer apart: states and types, whether it was redacted, and which lists are empty. */
function kindOf(body: unknown): string {
  const { state, type, redacted, ...rest } = body as Record<string, unknown>;
  const empty = Object.entries(rest).filter(([, value]) => Array.isArray(value) && value.length === 0);
  const words = [state, type, redacted && 'redacted', ...empty.map(([name]) => `no ${name}`)];
  return words.filter(Boolean).join(', ') || 'an answer';
}
