import type { PlayedStep } from '@sigill/reader/specimen';
import { UsageError } from '../command.ts';
import { listSpecimens, type Service, type SessionOptions } from '../service.ts';
import { findPlan, type Plan, plansFor } from './outcomes.ts';
import { playPhone } from './play-phone.ts';

export interface Wish {
  baseUrl: string;
  outcome: string;
  options: SessionOptions;
  stop: AbortSignal;
  plans?: readonly Plan[];
  say?: (text: string) => void;
  /** Called often while a file is read. */
  showReading?: (reading: Pick<Reading, 'file' | 'read' | 'total'>) => void;
}

type Reading = Extract<PlayedStep, { step: 'READING' }>;

export interface Ended {
  id: number;
  state: string;
  failure_code?: string;
  /** The address of a page that explains the code and what to do. Absent when the phone reported the failure itself. */
  help_url?: string;
}

export async function triggerSession(
  service: Service,
  { baseUrl, outcome, options, stop, plans, say = () => {}, showReading }: Wish,
): Promise<Ended & { plan: Plan }> {
  const plan = findPlan(plans ?? plansFor(await listSpecimens(baseUrl, stop)), outcome);
  if (plan.requires_policy && !options.policy) throw new UsageError(`${plan.outcome} requires the name of a policy.`);
  const { id, token } = await service.createSession({ ...plan.options, ...options, specimen: true });
  say(`session     ${id}`);
  const ended = await playPhone({
    reader: service.reader,
    ...{ baseUrl, plan, token, stop },
    onStep(step) {
      if (step.step === 'READING') showReading?.(step);
      else if (step.step !== 'ENDED') say(step.step.toLowerCase());
    },
  });
  say(`ended       ${[ended.state, ended.failure_code].filter(Boolean).join(' ')}`);
  if (ended.help_url) say(`help        ${ended.help_url}`);
  return { plan, id, ...ended };
}
