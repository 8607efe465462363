import { Trans, useLingui } from '@lingui/react/macro';
import type { CallbackDelivery } from '@sigill/sdk';
import { StateMark } from '../../ui/Badge';
import { Table, Td, Th } from '../../ui/Table';
import { Time } from '../../ui/Time';
import { LocaleLink } from '../shell/LocaleLink';
import { callbackTones } from './callback-states';

type Props = {
  callbacks: CallbackDelivery[];
  /** All are of the session whose page this is. */
  ofOneSession?: boolean;
};

/** What was sent to callback URLs, and whether it arrived. Each leads to its attempts. */
export function CallbackTable({ callbacks, ofOneSession = false }: Props) {
  const { t } = useLingui();
  return (
    <Table caption={t`Callbacks`}>
      <thead>
        <tr>
          <Th>
            <Trans>Created</Trans>
          </Th>
          <Th>
            <Trans>Reports</Trans>
          </Th>
          <Th>
            <Trans>Delivery</Trans>
          </Th>
          <Th className="text-right">
            <Trans>Attempts</Trans>
          </Th>
          {!ofOneSession && (
            <>
              <Th>
                <Trans>Session</Trans>
              </Th>
              <Th>
                <Trans>Sent to</Trans>
              </Th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {callbacks.map(({ id, created, session_state, state, attempts, session_id, url }) => (
          <tr key={id}>
            <Td className="sm:whitespace-nowrap">
              <LocaleLink to={`/callback/${id}`} className="link">
                <Time value={created} />
              </LocaleLink>
            </Td>
            <Td className="font-mono">{session_state}</Td>
            <Td>
              <StateMark tone={callbackTones[state]}>{state}</StateMark>
            </Td>
            <Td className="text-right">{attempts}</Td>
            {!ofOneSession && (
              <>
                <Td>
                  <LocaleLink to={`/session/${session_id}`} className="link font-mono">
                    {session_id}
                  </LocaleLink>
                </Td>
                <Td className="max-w-72 min-w-48 font-mono text-xs leading-7 break-all">{url}</Td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
