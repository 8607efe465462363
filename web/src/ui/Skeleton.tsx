import { Trans } from '@lingui/react/macro';

/** Lines in the place of text that is loading. They appear after 200 ms, so that a fast answer does not make them flicker. */
export function Skeleton({ lines = 3, className = '' }: { lines?: number; className?: string }) {
  return (
    <div role="status" className={`skeleton space-y-3 ${className}`}>
      <span className="sr-only">
        <Trans>Loading</Trans>
      </span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and never reorder.
        <div key={line} aria-hidden="true" className="h-5 rounded-sm bg-hairline odd:w-11/12 even:w-3/4" />
      ))}
    </div>
  );
}
