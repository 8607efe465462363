import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Th } from './Table';

type Props<Row> = { rows: Row[]; columns: number; children: (row: Row) => ReactNode };

export function DayRows<Row extends { created: string }>({ rows, columns, children }: Props<Row>) {
  const { i18n } = useLingui();
  const days = Map.groupBy(rows, ({ created }) => i18n.date(created, { dateStyle: 'full' }));
  return [...days].map(([day, rows]) => (
    <tbody key={day}>
      <tr>
        <Th scope="rowgroup" colSpan={columns} className="pt-6 text-start">
          <time dateTime={rows[0]?.created}>{day}</time>
        </Th>
      </tr>
      {rows.map(children)}
    </tbody>
  ));
}
