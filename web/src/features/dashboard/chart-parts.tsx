import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Lines } from '../../ui/Hatching';
import { Headings, Table, Td, Th } from '../../ui/Table';

type PanelProps = { title: string; aside?: string; className?: string; children: ReactNode };

export function Panel({ title, aside, className = '', children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`min-w-0 border-t border-hairline pt-5 ${className}`}>
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="display text-lg">
          {title}
        </h2>
        {aside && <p className="text-xs text-muted">{aside}</p>}
      </div>
      {children}
    </section>
  );
}

export const NothingYet = ({ children }: { children: ReactNode }) => (
  <p className="border-y border-dashed border-hairline py-8 text-center text-sm text-muted">{children}</p>
);

type Row = { key: string; name: ReactNode; values: (number | string)[] };

export function Numbers({ caption, headings, rows }: { caption: string; headings: string[]; rows: Row[] }) {
  const { t, i18n } = useLingui();
  const [first = '', ...others] = headings;
  return (
    <details className="group mt-3">
      <summary className="link w-fit list-none py-1 text-sm">{t`As a table`}</summary>
      <Table caption={caption} className="mt-3 max-h-96 overflow-y-auto">
        <Headings names={[first, ...others.map((name): [string, string] => [name, 'text-right'])]} />
        <tbody>
          {rows.map(({ key, name, values }) => (
            <tr key={key}>
              <Th scope="row" className="whitespace-nowrap">
                {name}
              </Th>
              {values.map((value, at) => (
                <Td key={others[at]} className="text-right tabular-nums">
                  {typeof value === 'number' ? i18n.number(value) : value}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}

const looks = { good: 'fill-accent', bad: 'text-danger', quiet: 'text-muted' };

type BarProps = {
  share: number;
  number: ReactNode;
  look?: keyof typeof looks;
  className?: string;
  children: ReactNode;
};

export function NamedBar({ share, number, look = 'good', className = 'h-2', children }: BarProps) {
  const lines = useId();
  return (
    <>
      <p className="flex items-baseline justify-between gap-4 text-sm">
        {children}
        <span className="font-mono tabular-nums">{number}</span>
      </p>
      <svg aria-hidden="true" className={`mt-1 block w-full ${looks[look]} ${className}`}>
        {look !== 'good' && (
          <defs>
            <Lines id={lines} look={look} />
          </defs>
        )}
        <line x1="0" x2="100%" y1="100%" y2="100%" className="stroke-hairline" strokeWidth="2" />
        <rect
          width={`${Math.min(1, share) * 100}%`}
          height="100%"
          fill={look === 'good' ? undefined : `url(#${lines})`}
        />
      </svg>
    </>
  );
}
