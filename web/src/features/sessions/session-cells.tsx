import { useLingui } from '@lingui/react/macro';
import type { SessionState } from '@sigill/sdk/portal';
import { Badge, StateMark } from '../../ui/Badge';
import { LocaleLink } from '../navigation/LocaleLink';
import { stateTones, useStateWords } from './session-states';

export function SessionStateMark({ state, specimen = false }: { state: SessionState; specimen?: boolean }) {
  const { t } = useLingui();
  const words = useStateWords();
  return (
    <>
      <StateMark tone={stateTones[state]}>{words[state]}</StateMark>
      {specimen && <Badge>{t`Specimen`}</Badge>}
    </>
  );
}

export const SessionLink = ({ id }: { id: number }) => (
  <LocaleLink to={`/session/${id}`} className="link font-mono">
    {id}
  </LocaleLink>
);
