/** Plays the phone in a session, through the public calls of a reader. */
import { type PlayOptions, playSpecimen } from '@sigill/reader/specimen';
import { readSpecimen } from '../service.ts';
import type { Plan } from './outcomes.ts';

const APP_VERSION = '1.0.0';

interface PhoneOptions extends Pick<PlayOptions, 'token' | 'onStep'> {
  reader: PlayOptions['call'];
  baseUrl: string;
  plan: Plan;
  stop: AbortSignal;
}

export async function playPhone({ reader, baseUrl, plan, token, onStep, stop }: PhoneOptions) {
  const specimen = await readSpecimen(baseUrl, plan.specimen, stop);
  const { behaviour = specimen.behaviour } = plan;
  const { state, code, failure } = await playSpecimen({
    call: reader,
    specimen: { ...specimen, behaviour },
    token,
    platform: 'CLI',
    app_version: APP_VERSION,
    ...(onStep && { onStep }),
  });
  const help_url = failure?.help_url;
  return { state, ...(code && { failure_code: code }), ...(help_url && { help_url }) };
}
