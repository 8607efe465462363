import { useLingui } from '@lingui/react/macro';
import type { SessionState } from '@sigill/sdk/portal';
import { Icon } from '../../ui/Icon';
import { useStateWords } from '../sessions/session-states';
import { isEnd } from './follow-session';

export function StateRail({ state }: { state: SessionState }) {
  const { t } = useLingui();
  const steps: SessionState[] = ['CREATED', 'INITIATED', 'COMPLETED', isEnd(state) ? state : 'APPROVED'];
  const words = useStateWords();
  const current = steps.indexOf(state);
  // A session that failed or was aborted never completed, and its state does not show whether it was initiated.
  const isSkipped = (step: SessionState) =>
    (state === 'FAILED' || state === 'ABORTED') && (step === 'INITIATED' || step === 'COMPLETED');
  return (
    <ol aria-label={t`State`} className="grid grid-cols-4">
      {steps.map((step, index) => {
        const isReached = index <= current && !isSkipped(step);
        const isFailure = step !== 'APPROVED' && isEnd(step);
        const reached = isFailure ? 'border-danger text-danger' : 'border-accent text-accent';
        return (
          <li key={step} aria-current={index === current ? 'step' : undefined} className="group relative">
            <span
              aria-hidden="true"
              className={`rail absolute top-3.5 right-0 left-0 h-px group-first:left-0 group-last:right-auto group-last:hidden ${index < current ? 'bg-accent' : 'bg-hairline'}`}
            />
            <span
              className={`relative grid size-7 place-items-center rounded-full border bg-paper ${isReached ? reached : 'border-edge text-muted'}`}
            >
              {isReached && <Icon name={isFailure ? 'close' : 'check'} className="size-4" />}
            </span>
            <span className={`mt-2 block text-xs sm:text-sm ${index === current ? 'font-medium' : 'text-muted'}`}>
              {words[step]}
            </span>
            <code className="hidden font-mono text-micro text-muted sm:block">{step}</code>
            {index === current && <span className="sr-only">{t`current state`}</span>}
          </li>
        );
      })}
    </ol>
  );
}
