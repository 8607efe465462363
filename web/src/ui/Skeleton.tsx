import { useLingui } from '@lingui/react/macro';

export type Shape = 'text' | 'table' | 'facts' | 'rows' | 'cards';

type Props = { lines: number; shape?: Shape; className?: string };

/** Has the shape and about the height of the content. Appears only after 200 ms, to avoid flicker. */
export function Skeleton({ lines, shape = 'text', className = '' }: Props) {
  const { t } = useLingui();
  const Line = shapes[shape];
  return (
    <div role="status" className={`skeleton ${className}`}>
      <span className="sr-only">{t`Loading`}</span>
      <div aria-hidden="true" className={frames[shape]}>
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and never reorder.
          <Line key={line} />
        ))}
      </div>
    </div>
  );
}

const bar = 'block h-4 rounded-sm bg-hairline';

const frames: Record<Shape, string> = {
  text: 'space-y-3 *:odd:w-11/12 *:even:w-3/4',
  table: 'mt-10 divide-y divide-hairline border-y border-hairline',
  facts: 'divide-y divide-hairline border-y border-hairline',
  rows: 'divide-y divide-hairline border-y border-hairline',
  cards: 'space-y-4',
};

const shapes: Record<Shape, () => React.JSX.Element> = {
  text: () => <div className="h-5 rounded-sm bg-hairline" />,
  table: () => (
    <div className="grid h-12 grid-cols-[2fr_1fr] items-center gap-6 xl:grid-cols-5">
      <i className={`${bar} w-4/5`} />
      <i className={`${bar} w-3/5`} />
      <i className={`${bar} w-full max-xl:hidden`} />
      <i className={`${bar} w-2/5 max-xl:hidden`} />
      <i className={`${bar} w-4/5 max-xl:hidden`} />
    </div>
  ),
  facts: () => (
    <div className="flex min-h-12 items-center justify-between gap-x-3 sm:grid sm:grid-cols-[min(14rem,50%)_1fr]">
      <i className={`${bar} w-28`} />
      <i className={`${bar} w-32`} />
    </div>
  ),
  rows: () => (
    <div className="grid h-15 grid-cols-[auto_1fr] items-center gap-x-4">
      <i className="block size-6 rounded-full bg-hairline" />
      <i className={`${bar} w-3/5`} />
    </div>
  ),
  cards: () => (
    <div className="flex h-43 flex-col justify-between rounded-md border border-hairline p-6">
      <i className={`${bar} w-32`} />
      <i className={`${bar} w-3/5`} />
      <i className={`${bar} w-2/5`} />
    </div>
  ),
};
