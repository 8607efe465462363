import { Trans } from '@lingui/react/macro';

/** Where the numbers come from. */
export function Measuring() {
  const items = [
    {
      term: <Trans>Measured here</Trans>,
      text: (
        <Trans>
          The service looks at itself twice a minute: whether the database takes writes, how long work has been lying,
          how its calls are answered. A day that nobody measured is flat.
        </Trans>
      ),
    },
    {
      term: <Trans>A day</Trans>,
      text: (
        <Trans>
          Full bar: at most three minutes were not right. Half: more were. A stub: it was down for more than an hour.
          Days are those of UTC, and are kept for ninety.
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
          says the same to a program, without a key. It answers 200 also when something is down.
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
