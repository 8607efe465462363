import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Table, Td, Th } from '../../ui/Table';

type Row = { key: string; name: ReactNode; values: (number | string)[] };

/** The numbers behind a chart, collapsed. The first heading is for the names. */
export function Numbers({ caption, headings, rows }: { caption: string; headings: string[]; rows: Row[] }) {
  const { t, i18n } = useLingui();
  const [first, ...others] = headings;
  return (
    <details className="group mt-3">
      <summary className="link w-fit list-none py-1 text-sm">{t`As a table`}</summary>
      <Table caption={caption} className="mt-3 max-h-96 overflow-y-auto">
        <thead>
          <tr>
            <Th>{first}</Th>
            {others.map((heading) => (
              <Th key={heading} className="text-right">
                {heading}
              </Th>
            ))}
          </tr>
        </thead>
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
