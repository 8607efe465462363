import { Trans, useLingui } from '@lingui/react/macro';
import { Table, Td, Th } from '../../ui/Table';
import { failuresOf, type Reference } from './reference';
import { isRepeatable, remedies } from './remedies';

/** All error codes, each with an example of its text and what to do about it. */
export function ErrorTable({ reference }: { reference: Reference }) {
  const { t, i18n } = useLingui();
  const failures = reference.operations.flatMap(failuresOf);
  const rows = reference.codes.map((code) => ({ code, failure: failures.find((failure) => failure.code === code) }));
  return (
    <Table caption={t`Codes of errors`} className="max-lg:[&_table]:block">
      <thead className="max-lg:sr-only">
        <tr>
          <Th>
            <Trans>Status</Trans>
          </Th>
          <Th>
            <Trans>Code</Trans>
          </Th>
          <Th>
            <Trans>Example</Trans>
          </Th>
          <Th>
            <Trans>What to do</Trans>
          </Th>
          <Th>
            <Trans>Repeat</Trans>
          </Th>
        </tr>
      </thead>
      <tbody className="max-lg:block max-lg:border-t max-lg:border-hairline">
        {rows.map(({ code, failure }) => (
          <tr key={code} id={`error-${code}`} className={rowClass}>
            <Td className="font-mono">{failure?.status ?? other[code]}</Td>
            <Td className="font-mono break-all">{code}</Td>
            <Td lang="en" className="text-muted max-lg:col-start-2">
              {failure?.error}
            </Td>
            <Td className="max-lg:col-start-2">{i18n._(remedies[code])}</Td>
            <Td className="max-lg:col-start-2 max-lg:text-muted">
              <span className="lg:hidden">
                <Trans>Repeat</Trans>:{' '}
              </span>
              {isRepeatable(code) ? <Trans>yes</Trans> : <Trans>no</Trans>}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Where there is no room for columns, everything but the status is below each other. */
const rowClass =
  'scroll-mt-24 normal-nums target:bg-accent-wash max-lg:grid max-lg:grid-cols-[3rem_1fr] max-lg:border-b max-lg:border-hairline max-lg:py-3 max-lg:*:border-0 max-lg:*:p-0';

/** Codes that are answered before the operation is known, so that no operation documents them. */
const other: Partial<Record<Reference['codes'][number], number>> = { method_not_allowed: 405, not_implemented: 501 };
