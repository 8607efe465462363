import { Trans, useLingui } from '@lingui/react/macro';
import type { SessionListItem } from '@sigill/sdk/portal';
import type { ReactNode } from 'react';
import { Badge, StateMark } from '../../ui/Badge';
import { BriefTime } from '../../ui/BriefTime';
import { Table, Td, Th } from '../../ui/Table';
import { useLinkName } from '../links/use-links';
import { LocaleLink } from '../navigation/LocaleLink';
import type { Signs } from '../session-team/marks';
import { SessionSigns } from '../session-team/SessionSigns';
import { failureTexts } from '../sessions/failure-texts.gen';
import { stateTones, useStateWords } from '../sessions/session-states';
import type { Outcome } from './bulk';
import { type Column, columnNames, useColumns } from './columns';

export type Ticks = {
  ticked: ReadonlySet<number>;
  onTick: (ids: number[], on: boolean) => void;
  outcomes: ReadonlyMap<number, Outcome>;
  signs: Signs;
};

/**
 * The classes that place or hide columns in narrow windows. On a phone, each row is a block of its session, state, reason, time and
 * signs.
 */
const narrow: Partial<Record<Column, string>> = {
  created: 'max-sm:col-start-2 max-sm:row-start-1 max-sm:text-muted',
  state: 'state',
  reason: 'reason max-sm:col-span-2',
  country: 'max-xl:hidden!',
  id: 'max-sm:hidden!',
  link_id: 'max-sm:hidden!',
  ended: 'max-sm:hidden!',
  expires: 'max-sm:hidden!',
  redacted: 'max-sm:hidden!',
};

export function SessionRows({ sessions, ...ticks }: { sessions: SessionListItem[] } & Ticks) {
  const { t, i18n } = useLingui();
  const columns = useColumns();
  const ids = sessions.map(({ id }) => id);
  const isAll = ids.every((id) => ticks.ticked.has(id));
  return (
    <Table caption={t`Sessions`} stacked className="dense">
      <thead>
        <tr>
          <Th className="tick least max-sm:hidden!">
            <Tick
              label={t`Select all sessions on this page`}
              checked={isAll}
              onChange={(on) => ticks.onTick(ids, on)}
            />
          </Th>
          {withReference(columns).map((column) =>
            column === 'reference' ? (
              <Th key={column}>{t`Reference`}</Th>
            ) : (
              <Th key={column} className={narrow[column] ?? ''}>
                {i18n._(columnNames[column])}
              </Th>
            ),
          )}
          <Td />
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <Row key={session.id} session={session} columns={columns} {...ticks} />
        ))}
      </tbody>
    </Table>
  );
}

const withReference = (columns: (Column | 'reference')[]) =>
  columns.toSpliced(columns[0] === 'created' ? 1 : 0, 0, 'reference');

type RowProps = { session: SessionListItem; columns: Column[] } & Ticks;

function Row({ session, columns, ticked, onTick, outcomes, signs }: RowProps) {
  const { t } = useLingui();
  const { id, reference, link_id } = session;
  const linkName = useLinkName();
  const link = link_id && !columns.includes('link_id') && linkName(link_id);
  const outcome = outcomes.get(id);
  return (
    <tr className={ticked.has(id) ? 'bg-accent-wash' : ''}>
      <Td className="tick least max-sm:hidden!">
        <Tick
          label={t`Select session ${reference ?? id}`}
          checked={ticked.has(id)}
          onChange={(on) => onTick([id], on)}
        />
      </Td>
      {withReference(columns).map((column) =>
        column === 'reference' ? (
          <Td key={column}>
            <span className="named">
              <LocaleLink
                to={`/session/${id}`}
                data-row=""
                className={`min-w-0 truncate font-medium ${reference ? '' : 'font-mono'}`}
              >
                {reference ?? id}
              </LocaleLink>
              {link && <span className="min-w-0 truncate text-xs text-muted">{link}</span>}
              {outcome && <OutcomeMark outcome={outcome} />}
            </span>
          </Td>
        ) : (
          <Cell key={column} column={column} session={session} columns={columns} />
        ),
      )}
      <Td>
        <span className="signs">
          <SessionSigns id={id} signs={signs} />
        </span>
      </Td>
    </tr>
  );
}

const OutcomeMark = ({ outcome }: { outcome: Outcome }) =>
  outcome.ok ? (
    <StateMark tone="good">
      <Trans>Done</Trans>
    </StateMark>
  ) : (
    <span className="min-w-0 shrink-0 truncate text-danger" title={outcome.text}>
      {outcome.text}
    </span>
  );

function Tick({ label, checked, onChange }: { label: string; checked: boolean; onChange: (on: boolean) => void }) {
  return (
    <label>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 accent-accent"
      />
    </label>
  );
}

function Cell({ column, session, columns }: { column: Column; session: SessionListItem; columns: Column[] }) {
  const { t, i18n } = useLingui();
  const linkName = useLinkName();
  const words = useStateWords();
  const { state, specimen, failure_code, document_country, link_id } = session;
  const time = (value: string | undefined) => value && <BriefTime value={value} />;
  const reason = failure_code && (failureTexts[failure_code] ? i18n._(failureTexts[failure_code]) : failure_code);
  const content: Record<Column, () => ReactNode> = {
    created: () => time(session.created),
    ended: () => time(session.ended),
    expires: () => time(session.expires),
    redacted: () => time(session.redacted),
    state: () => (
      <span className="inline-flex max-w-full items-center gap-3">
        <StateMark tone={stateTones[state]}>
          {reason && columns.includes('reason') && <span className="short min-w-0 truncate">{reason}</span>}
          <span>{words[state]}</span>
        </StateMark>
        {specimen && <Badge>{t`Specimen`}</Badge>}
      </span>
    ),
    reason: () =>
      reason && (
        <span title={failure_code} className="block truncate">
          {reason}
        </span>
      ),
    country: () => document_country,
    id: () => session.id,
    link_id: () => link_id && linkName(link_id),
  };
  const mono = column === 'id' || column === 'country' ? 'font-mono' : '';
  return <Td className={`whitespace-nowrap ${mono} ${narrow[column] ?? ''}`}>{content[column]()}</Td>;
}
