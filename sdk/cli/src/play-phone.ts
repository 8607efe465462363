/** Plays the phone in a session, over the public calls of a reader. */
import { type ReaderOptions, runReader } from '@sigill/sdk/reader';
import type { Plan } from './outcomes.ts';
import { readSpecimen } from './service.ts';

const APP_VERSION = '1.0.0';

interface PhoneOptions extends Pick<ReaderOptions, 'token' | 'onStep'> {
  reader: ReaderOptions['call'];
  baseUrl: string;
  plan: Plan;
  stop: AbortSignal;
}

/** @returns how the session has ended. */
export async function playPhone({ reader, baseUrl, plan, token, onStep, stop }: PhoneOptions) {
  const bundle = await readSpecimen(baseUrl, plan.specimen, stop);
  const { behaviour = bundle.behaviour } = plan;
  const { state, failure } = await runReader({
    call: reader,
    bundle: { ...bundle, behaviour },
    token,
    platform: 'CLI',
    app_version: APP_VERSION,
    ...(onStep && { onStep }),
  });
  // What the reader reports itself is not in the answer.
  const failure_code: string | undefined = failure?.code ?? (behaviour.action === 'FAIL' ? behaviour.code : undefined);
  const help_url = failure?.help_url;
  return { state, ...(failure_code && { failure_code }), ...(help_url && { help_url }) };
}
