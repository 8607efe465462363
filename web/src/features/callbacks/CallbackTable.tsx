import { useLingui } from '@lingui/react/macro';
import type { CallbackDelivery } from '@sigill/sdk/portal';
import { StateMark } from '../../ui/Badge';
import { Headings, Table, Td } from '../../ui/Table';
import { Time } from '../../ui/Time';
import { TextLink } from '../navigation/LocaleLink';
import { SessionLink } from '../sessions/session-cells';
import { useStateWords } from '../sessions/session-states';
import { callbackTones, useCallbackWords } from './callback-states';

type Props = {
  callbacks: CallbackDelivery[];
  caption: string;
};

export function CallbackTable({ callbacks, caption }: Props) {
  const { t } = useLingui();
  const words = useCallbackWords();
  const sessionWords = useStateWords();
  return (
    <Table caption={caption} stacked>
      <Headings
        names={[
          t`Created`,
          t`Event`,
          t`Delivery`,
          [t`Attempts`, 'text-right'],
          t`Session`,
          [t`Sent to`, 'sm:max-xl:hidden'],
        ]}
      />
      <tbody>
        {callbacks.map(({ id, created, session_state, state, attempts, session_id, url }) => (
          <tr key={id}>
            <Td className="whitespace-nowrap max-sm:col-start-2 max-sm:row-start-1">
              <TextLink to={`/callback/${id}`}>
                <Time value={created} />
              </TextLink>
            </Td>
            <Td className="max-sm:col-start-1 max-sm:row-start-3">{sessionWords[session_state]}</Td>
            <Td className="max-sm:col-start-1 max-sm:row-start-1">
              <StateMark tone={callbackTones[state]}>{words[state]}</StateMark>
            </Td>
            <Td data-name={t`Attempts`} className="text-right max-sm:col-start-2 max-sm:row-start-3">
              {attempts}
            </Td>
            <Td className="max-sm:col-span-2 max-sm:row-start-2">
              <SessionLink id={session_id} />
            </Td>
            <Td
              title={url}
              className="max-w-72 truncate font-mono text-xs leading-6 max-sm:col-span-2 sm:max-xl:hidden"
            >
              {url}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
