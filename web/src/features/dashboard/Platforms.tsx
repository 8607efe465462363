import { useLingui } from '@lingui/react/macro';
import type { Overview } from '@sigill/sdk/portal';
import { Bar } from './Bar';
import { share } from './figures';
import { NothingYet } from './Panel';

/** The platforms the readers ran on. The list is its own table. */
export function Platforms({ platforms }: Pick<Overview, 'platforms'>) {
  const { t, i18n } = useLingui();
  const names: Record<string, string> = {
    IOS: t`iPhone`,
    ANDROID: t`Android`,
    CLI: t`Desktop reader`,
    WEB: t`Browser`,
  };
  const all = platforms.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return <NothingYet>{t`Devices appear here once a session has started.`}</NothingYet>;
  return (
    <ul className="space-y-4">
      {platforms.map(({ platform, count }) => (
        <li key={platform}>
          <p className="flex items-baseline justify-between gap-4 text-sm">
            <span>{names[platform] ?? platform}</span>
            <span className="font-mono tabular-nums">
              {i18n.number(count)}{' '}
              <span className="text-muted">{i18n.number(share(count, all) ?? 0, { style: 'percent' })}</span>
            </span>
          </p>
          <Bar share={count / all} className="mt-1 h-2" />
        </li>
      ))}
    </ul>
  );
}
