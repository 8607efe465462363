import { Plural, useLingui } from '@lingui/react/macro';
import type { OverviewFigures } from '@sigill/sdk/portal';
import { NothingYet } from './chart-parts';

export function Funnel({ figures }: { figures: OverviewFigures }) {
  const { t, i18n } = useLingui();
  const { created, opened, initiated, completed, approved } = figures;
  if (created === 0) return <NothingYet>{t`See here how far sessions get, from link to result.`}</NothingYet>;
  const steps = [
    { name: t`Created`, count: created, text: t`a link was created` },
    { name: t`Opened`, count: opened, text: t`the link was opened` },
    { name: t`Started`, count: initiated, text: t`a phone or reader started` },
    { name: t`Read`, count: completed, text: t`the chip was read` },
    { name: t`Approved`, count: approved, text: t`the document is genuine` },
  ];
  return (
    <ol>
      {steps.map(({ name, count, text }, at) => {
        const lost = at > 0 ? steps[at - 1]!.count - count : 0;
        return (
          <li key={name}>
            {at > 0 && <Taper from={steps[at - 1]!.count / created} to={count / created} lost={lost} />}
            <div className="relative flex h-12 items-center justify-center">
              <svg aria-hidden="true" className="absolute inset-0 size-full">
                <rect
                  x={`${(1 - count / created) * 50}%`}
                  width={`${(count / created) * 100}%`}
                  height="100%"
                  className="fill-accent-wash stroke-accent"
                  strokeWidth="0.75"
                />
              </svg>
              {/* A word wider than its step overlaps the edges of the step. The outline keeps the edges from crossing the letters. */}
              <p
                className="relative flex flex-wrap items-baseline justify-center gap-x-2 px-2 text-center leading-tight"
                style={{ paintOrder: 'stroke', WebkitTextStroke: '5px var(--accent-wash)' }}
              >
                <span className="text-sm font-medium">{name}</span>
                <span className="font-mono text-sm tabular-nums">{i18n.number(count)}</span>
                <span className="text-xs text-muted tabular-nums">
                  {i18n.number(count / created, { style: 'percent' })}
                </span>
                <span className="sr-only">{text}</span>
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

const LINES = 17;

function Taper({ from, to, lost }: { from: number; to: number; lost: number }) {
  const lines = Array.from({ length: LINES }, (_, line) => {
    const [x1, x2] = [from, to].map((width) => 50 + (line / (LINES - 1) - 0.5) * width * 100);
    return `M${x1} 0C${x1} 14 ${x2} 14 ${x2} 28`;
  });
  return (
    <div className="relative h-7">
      <svg aria-hidden="true" viewBox="0 0 100 28" preserveAspectRatio="none" className="absolute inset-0 size-full">
        <path
          d={lines.join('')}
          fill="none"
          vectorEffect="non-scaling-stroke"
          strokeWidth="0.6"
          className="stroke-accent"
        />
      </svg>
      {lost > 0 && (
        <p className="absolute right-0 bottom-1 bg-paper pl-1 text-xs text-muted tabular-nums">
          <Plural value={lost} one="# dropped off" other="# dropped off" />
        </p>
      )}
    </div>
  );
}
