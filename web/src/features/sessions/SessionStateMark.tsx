import type { SessionState } from '@sigill/sdk/portal';
import { StateMark } from '../../ui/Badge';
import { stateTones, useStateWords } from './session-states';

export function SessionStateMark({ state }: { state: SessionState }) {
  const words = useStateWords();
  return <StateMark tone={stateTones[state]}>{words[state]}</StateMark>;
}
