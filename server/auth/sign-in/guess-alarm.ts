/**
 * Logs, at most once an hour, that sign-ins by strangers fail unusually often. It refuses nobody, since otherwise strangers could
 * lock everyone out.
 */
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log.ts';

const FAILURES = 1000;
const WINDOW_SECONDS = 3600;

export type GuessAlarm = ReturnType<typeof createGuessAlarm>;

export function createGuessAlarm({ clock, log }: { clock: Clock; log: Logger }) {
  let began = 0;
  let failures = 0;
  return {
    failed(): void {
      const now = clock.now().getTime();
      if (now - began >= WINDOW_SECONDS * 1000) [began, failures] = [now, 0];
      failures++;
      if (failures === FAILURES)
        log.warn(
          { failures, window_seconds: WINDOW_SECONDS },
          'an unusual number of sign-ins failed: someone may be guessing passwords',
        );
    },
  };
}
