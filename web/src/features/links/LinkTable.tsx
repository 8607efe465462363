import { Trans, useLingui } from '@lingui/react/macro';
import type { ReusableLink } from '@sigill/sdk/portal';
import { useSuspenseQuery } from '@tanstack/react-query';
import { CopyButton } from '../../ui/CopyButton';
import { EmptyState } from '../../ui/EmptyState';
import { Headings, Table, Td } from '../../ui/Table';
import { Time } from '../../ui/Time';
import { TextLink } from '../navigation/LocaleLink';
import { LinkState, useCountNames } from './link-words';
import { linksOptions } from './use-links';

export function LinkTable() {
  const { t } = useLingui();
  const { links } = useSuspenseQuery(linksOptions()).data;
  const sessions = useCountNames();
  if (links.length === 0)
    return (
      <EmptyState>
        <Trans>No links yet. Put one on a poster, on a website or in a message, and many people can use it.</Trans>
      </EmptyState>
    );
  return (
    <Table caption={t`Reusable links`} stacked>
      <Headings
        names={[
          t`Name`,
          t`State`,
          sessions.started,
          sessions.approved,
          [sessions.rejected, 'sm:max-xl:hidden'],
          t`Ends`,
          t`Address`,
        ]}
      />
      <tbody>
        {links.map((link) => (
          <Row key={link.id} link={link} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ link }: { link: ReusableLink }) {
  const { t } = useLingui();
  const sessions = useCountNames();
  const { id, name, state, started, approved, rejected, limit, expires, url } = link;
  return (
    <tr>
      <Td className="wrap-anywhere max-sm:col-span-2 sm:min-w-44">
        <TextLink to={`/link/${id}`}>{name}</TextLink>
      </Td>
      <Td>
        <LinkState state={state} />
      </Td>
      <Td data-name={sessions.started} className="tabular-nums">
        {started}
      </Td>
      <Td data-name={sessions.approved} className="tabular-nums">
        {limit ? t`${approved} of ${limit}` : approved}
      </Td>
      <Td data-name={sessions.rejected} className="tabular-nums sm:max-xl:hidden">
        {rejected}
      </Td>
      <Td data-name={t`Ends`} className={expires ? 'whitespace-nowrap max-sm:col-span-2' : 'max-sm:hidden!'}>
        {expires && <Time value={expires} />}
      </Td>
      <Td>
        <CopyButton text={url} className="-ms-3" label={t`Copy the address of ${name}`} />
      </Td>
    </tr>
  );
}
