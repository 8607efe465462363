/** `npm run operator -- rekey`: rotates the server's key. */
import { createLog } from '../core/log.ts';
import { sealedColumns } from '../sealed-columns.ts';
import { reseal } from '../secrets/reseal.service.ts';
import { command, print } from './command.ts';

export const rekey = command({
  summary:
    're-encrypts everything under SERVER_KEY that SERVER_KEY_PREVIOUS encrypted; can be repeated at any time; exits with 1 if anything is left',
  async run(ctx, _read, terminal) {
    const say = (line: string) => print(terminal, [line]);
    const { resealed, left, unreadable } = await reseal(ctx, sealedColumns, (what, done, of) =>
      say(`${what}: ${done} of ${of}`),
    );
    for (const [what, count] of unreadable)
      say(`${what}: ${count} cannot be decrypted with any of the keys, and were left unchanged.`);
    if (left > 0)
      say(
        `${left} were encrypted under a previous key in the meantime, by a process that still uses it as SERVER_KEY. Start every process with the new key, then run this again.`,
      );
    else if (resealed > 0)
      say(`${resealed} re-encrypted. SERVER_KEY_PREVIOUS is no longer needed. Start every process without it.`);
    else say('Nothing is encrypted under a previous key.');
    const log = createLog('info', (line) => terminal.writeError(line));
    log.info(
      { resealed, left, unreadable: unreadable.size, key: ctx.deps.sealer.key_id.toString('hex') },
      'server key',
    );
    return left > 0 || unreadable.size > 0 ? 1 : 0;
  },
});
