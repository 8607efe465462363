/** Wakes workers and waiting calls: in this process, and with PostgreSQL in all others on the same database. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { WaitingCalls } from './callbacks/waiting-calls.ts';
import type { Config } from './core/config.ts';
import type { Deps } from './core/deps.ts';
import type { Logger } from './core/log.ts';
import type { Workers } from './core/workers.ts';
import type { Notifier } from './database/notify.ts';

/** The prefix of a notification about waiting calls. The account's id follows. Any other notification is the name of a worker. */
const CALLS = 'calls ';

export function createWakeUps({ database_listen_url: url }: Pick<Config, 'database_listen_url'>, log: Logger) {
  let workers: Workers | undefined;
  let calls: WaitingCalls | undefined;
  let notifier: Notifier | undefined;
  /** The workers that an operator's command has woken. A command has none of its own, so it notifies the servers when it ends. */
  const untold = new Set<string>();
  const tell = (name: string) => {
    if (notifier) notifier.notify(name);
    else if (url) untold.add(name);
  };
  /** A worker must not run in the asynchronous context of the call that wakes it. */
  const outsideOfCalls = AsyncLocalStorage.snapshot();
  const wake: Deps['wake'] = (worker) => {
    outsideOfCalls(() => workers?.wake(worker));
    tell(worker);
  };

  return {
    wake,
    wakeAll: () => workers?.wakeAll(),
    wakeHere: (worker: string) => workers?.wake(worker),

    /** @returns the waiting calls of this process, with a `wake` that also wakes those of all other processes. */
    share(own: WaitingCalls): WaitingCalls {
      calls = own;
      return {
        ...own,
        wake(merchant_id) {
          own.wake(merchant_id);
          tell(`${CALLS}${merchant_id}`);
        },
      };
    },

    async start(started: Workers): Promise<void> {
      workers = started;
      if (!url) return;
      // Loads the driver on demand, because most installations run on SQLite.
      const { openNotifier } = await import('./database/notify.ts');
      notifier = openNotifier({
        ...{ url, log },
        onNotified: (name) =>
          name.startsWith(CALLS) ? calls?.wake(Number(name.slice(CALLS.length))) : started.wake(name),
        onConnected: started.wakeAll,
      });
    },

    async stop(): Promise<void> {
      await workers?.stop();
      await notifier?.close();
      if (!url || workers || untold.size === 0) return;
      const { notifyOnce } = await import('./database/notify.ts');
      await notifyOnce(url, [...untold]);
    },
  };
}
