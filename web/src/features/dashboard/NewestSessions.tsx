import { useLingui } from '@lingui/react/macro';
import type { Overview, OverviewSession } from '@sigill/sdk/portal';
import { CheckGlyph, checkNames, checkTones } from '../../ui/CheckGlyph';
import { useCheckWords } from '../../ui/CheckMarks';
import { Icon } from '../../ui/Icon';
import { Headings, Table, Td } from '../../ui/Table';
import { Time } from '../../ui/Time';
import { LocaleLink } from '../navigation/LocaleLink';
import { SessionStateMark } from '../sessions/session-cells';

export function NewestSessions({ sessions }: Pick<Overview, 'sessions'>) {
  const { t } = useLingui();
  return (
    <>
      <Table caption={t`Sessions`} stacked className="newest">
        <Headings names={[t`Session`, t`State`, t`Checks`, [t`Created`, 'text-right']]} />
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id}>
              <Td>
                <LocaleLink to={`/session/${session.id}`} className="link wrap-anywhere">
                  {session.reference ?? <span className="font-mono">{session.id}</span>}
                </LocaleLink>
              </Td>
              <Td>
                <span className="inline-flex items-center gap-2">
                  <SessionStateMark state={session.state} specimen={session.specimen} />
                </span>
              </Td>
              <Td>
                <Marks checks={session.checks} />
              </Td>
              <Td>
                <Time value={session.created} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="mt-5 flex flex-wrap gap-x-8 gap-y-2 text-sm">
        <LocaleLink to="/sessions" className="link inline-flex items-center gap-2">
          {t`All sessions`} <Icon name="arrow" className="size-4" />
        </LocaleLink>
        <LocaleLink to="/callbacks" className="link inline-flex items-center gap-2">
          {t`All callbacks`} <Icon name="arrow" className="size-4" />
        </LocaleLink>
      </p>
    </>
  );
}

function Marks({ checks }: Pick<OverviewSession, 'checks'>) {
  const { t } = useLingui();
  const { names, words } = useCheckWords();
  if (!checks)
    return (
      <span className="text-sm text-muted">
        <span aria-hidden="true" className="max-sm:hidden">
          –
        </span>
        <span className="sr-only">{t`not checked`}</span>
      </span>
    );
  return (
    <span className="flex gap-1">
      {checkNames.map((name) => {
        const result = checks[name];
        return (
          <span key={name} title={`${names[name]}: ${words[result]}`} className={checkTones[result]}>
            <CheckGlyph name={name} status={result} className="size-7" />
            <span className="sr-only">
              {names[name]} {words[result]}
            </span>
          </span>
        );
      })}
    </span>
  );
}
