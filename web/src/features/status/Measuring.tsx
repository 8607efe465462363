import { Trans } from '@lingui/react/macro';

export function Measuring() {
  const items = [
    {
      term: <Trans>How we measure</Trans>,
      text: (
        <Trans>
          The service checks itself twice a minute: whether the database accepts writes, how long work has been waiting,
          and how it responds to calls. A day without measurements is flat.
        </Trans>
      ),
    },
    {
      term: <Trans>A day</Trans>,
      text: (
        <Trans>
          Full: under 3 min of trouble. Half: more. Stub: down over 1 h. Days are in UTC and kept for 90 days.
        </Trans>
      ),
    },
    {
      term: <Trans>For your monitoring</Trans>,
      text: (
        <Trans>
          <a href="/status.json" className="link">
            status.json
          </a>{' '}
          has the same data for your programs, without a key. It responds with 200 even when something is down.
        </Trans>
      ),
    },
  ];
  return (
    <dl className="mt-16 grid gap-x-12 gap-y-8 border-t border-hairline pt-10 sm:grid-cols-3">
      {items.map(({ term, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the three never change.
        <div key={index}>
          <dt className="font-medium">{term}</dt>
          <dd className="mt-1 text-sm text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
