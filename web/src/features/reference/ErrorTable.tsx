import { Trans, useLingui } from '@lingui/react/macro';
import { Table, Td, Th } from '../../ui/Table';
import { failuresOf, type Reference } from './reference';
import { isRepeatable, remedies } from './remedies';

/** Every code with an example of its text and what to do about it. */
export function ErrorTable({ reference }: { reference: Reference }) {
  const { t, i18n } = useLingui();
  const failures = reference.operations.flatMap(failuresOf);
  const rows = reference.codes.map((code) => ({ code, failure: failures.find((failure) => failure.code === code) }));
  return (
    <Table caption={t`Codes of errors`}>
      <thead>
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
      <tbody>
        {rows.map(({ code, failure }) => (
          <tr key={code} id={`error-${code}`} className="scroll-mt-24 target:bg-accent-wash">
            <Td className="font-mono">{failure?.status ?? other[code]}</Td>
            <Td className="font-mono">{code}</Td>
            <Td lang="en" className="min-w-48 text-muted">
              {failure?.error}
            </Td>
            <Td className="min-w-56">{i18n._(remedies[code])}</Td>
            <Td>{isRepeatable(code) ? <Trans>yes</Trans> : <Trans>no</Trans>}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Codes that come before any operation is found, so that none documents them. */
const other: Partial<Record<Reference['codes'][number], number>> = { method_not_allowed: 405, not_implemented: 501 };
