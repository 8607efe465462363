/** The service as server/main.ts starts it, without limits on how often each call may be made. */
import { createService } from '../../../server/compose.ts';
import { readConfig } from '../../../server/core/config.ts';
import { createLog } from '../../../server/core/log.ts';

const UNLIMITED = { requests: 1_000_000_000, window_seconds: 60 };

const config = readConfig(process.env);
const service = await createService({ config, log: createLog(config.log_level), rate_limits: () => UNLIMITED });
await service.start(config.port);
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, async () => {
    await service.stop();
    process.exit(0);
  });
