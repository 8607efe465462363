/** Creates a specimen session and plays the phone, over the public calls of a reader. */
import { runReader } from '@sigill/sdk/reader';
import { findPlan, type Plan, plansFor } from './outcomes.ts';
import { listSpecimens, readSpecimen, type Service, type SessionOptions } from './service.ts';

const APP_VERSION = '1.0.0';

export interface Wish {
  baseUrl: string;
  outcome: string;
  options: SessionOptions;
  stop: AbortSignal;
  /** What can be brought about, where it is known already. */
  plans?: readonly Plan[];
  say?: (text: string) => void;
}

export interface Ended {
  id: number;
  state: string;
  failure_code?: string;
}

export async function triggerSession(
  service: Service,
  { baseUrl, outcome, options, stop, plans, say = () => {} }: Wish,
): Promise<Ended & { plan: Plan }> {
  const plan = findPlan(plans ?? plansFor(await listSpecimens(baseUrl, stop)), outcome);
  const bundle = await readSpecimen(baseUrl, plan.specimen, stop);
  const { id, token } = await service.createSession({ ...plan.options, ...options, specimen: true });
  say(`session     ${id}`);
  const { behaviour = bundle.behaviour } = plan;
  const { state, failure } = await runReader({
    call: service.reader,
    bundle: { ...bundle, behaviour },
    token,
    platform: 'CLI',
    app_version: APP_VERSION,
    onStep: ({ step }) => step !== 'ENDED' && say(step.toLowerCase()),
  });
  // What the reader reports itself is not in the answer.
  const failure_code = failure?.code ?? (behaviour.action === 'FAIL' ? behaviour.code : undefined);
  say(`ended       ${[state, failure_code].filter(Boolean).join(' ')}`);
  return { plan, id, state, ...(failure_code && { failure_code }) };
}
