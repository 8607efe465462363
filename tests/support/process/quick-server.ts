/**
 * The service with quick password hashing, for tests that make and count hundreds of guesses. The real cost of a guess is tested
 * elsewhere.
 */
import { createService } from '../../../server/compose.ts';
import { readConfig } from '../../../server/core/config.ts';
import { createLog } from '../../../server/core/log.ts';
import { QUICK_PASSWORDS } from './quick-passwords.ts';
import { READY } from './ready.ts';

const config = readConfig(process.env);
const service = await createService({ config, log: createLog(config.log_level), password_cost: QUICK_PASSWORDS });
await service.start(config.port);
process.stdout.write(`${READY} ${config.public_url}\n`);
