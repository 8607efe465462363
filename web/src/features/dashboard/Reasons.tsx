import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { Overview } from '@sigill/sdk/portal';
import { LocaleLink } from '../navigation/LocaleLink';
import { failureTexts } from '../sessions/failure-texts.gen';
import { Bar } from './Bar';
import { Numbers } from './Numbers';
import { NothingYet } from './Panel';

const SHOWN = 6;

/** Why sessions were rejected or failed, the most frequent reason first. Each links to its explanation. */
export function Reasons({ rejections, failures }: Pick<Overview, 'rejections' | 'failures'>) {
  const { t, i18n } = useLingui();
  /** A service newer than this site may return reasons that are not known here. */
  const sentenceOf = (code: string) => {
    const text = (failureTexts as Partial<Record<string, MessageDescriptor>>)[code];
    return text ? i18n._(text) : code;
  };
  const words = { bad: t`Rejected`, quiet: t`Failed` };
  const reasons = [
    ...rejections.map((reason) => ({ ...reason, look: 'bad' as const })),
    ...failures.map((reason) => ({ ...reason, look: 'quiet' as const })),
  ].sort((a, b) => b.count - a.count);
  if (reasons.length === 0) return <NothingYet>{t`No rejections or failures in this period.`}</NothingYet>;
  const most = reasons[0]!.count;
  return (
    <>
      <ol className="space-y-4">
        {reasons.slice(0, SHOWN).map(({ code, count, look }) => (
          <li key={`${look} ${code}`}>
            <p className="flex items-baseline justify-between gap-4 text-sm">
              <LocaleLink to="/failure-guide" hash={code} className="wrap-anywhere hover:text-accent hover:underline">
                {sentenceOf(code)}
              </LocaleLink>
              <span className="font-mono tabular-nums">{i18n.number(count)}</span>
            </p>
            <Bar share={count / most} look={look} className="mt-1 h-2" />
            <p className="mt-1 font-mono text-micro text-muted">
              {words[look]} · {code}
            </p>
          </li>
        ))}
      </ol>
      <Numbers
        caption={t`Reasons`}
        headings={[t`Reason`, t`State`, t`Sessions`]}
        rows={reasons.map(({ code, count, look }) => ({
          key: `${look} ${code}`,
          name: code,
          values: [words[look], count],
        }))}
      />
    </>
  );
}
