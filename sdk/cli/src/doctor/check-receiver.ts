/** Tests a receiver: it must accept a callback with a valid signature, and refuse one with an invalid signature. */
import { type CallbackEvent, callbacks } from '@sigill/sdk';
import { deliveryHint } from '../listen/delivery-hint.ts';
import { forward, isDelivered } from '../listen/forward.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const STRANGER = `whsec_${Buffer.alloc(32, 'stranger').toString('base64')}`;

export async function checkReceiver(
  url: string,
  { secret, session_id, stop }: { secret: string; session_id: number; stop: AbortSignal },
): Promise<Finding[]> {
  const about = 'receiver';
  const [genuine, forged] = await Promise.all([signed(session_id, secret), signed(session_id, STRANGER)]);
  const delivery = await forward(url, genuine, stop);
  if (!isDelivered(delivery)) {
    const answer =
      delivery.status === undefined ? `did not respond (${delivery.error})` : `responded with ${delivery.status}`;
    const said = delivery.status !== undefined && delivery.text ? ` Response: ${delivery.text}` : '';
    return [fail(about, `${url} ${answer} to a test callback`, `${deliveryHint(delivery, url) ?? ''}${said}`.trim())];
  }
  const taken = ok(about, `${url} accepted a test callback in ${delivery.ms} ms`);
  if (isDelivered(await forward(url, forged, stop))) {
    const remedy =
      'Anyone could tell it that a session is approved. Verify callbacks with callbacks.unwrap of the SDK.';
    return [taken, fail('forgery', 'The receiver also accepted a callback with a wrong signature', remedy)];
  }
  const remedy = 'The service gives up after 15. Respond first, and process the event afterwards.';
  if (delivery.ms > 5_000) return [taken, warn('speed', 'It took more than 5 seconds', remedy)];
  return [taken, ok('forgery', 'a callback with a wrong signature was refused')];
}

/** An event for an aborted session, so that no receiver grants access because of it. */
function signed(session_id: number, secret: string) {
  const event: CallbackEvent = {
    id: `msg_doctor${crypto.randomUUID().replaceAll('-', '')}`,
    type: 'session.state_changed',
    created: new Date().toISOString(),
    data: { id: session_id, state: 'ABORTED', previous_state: 'CREATED', reference: 'sigill doctor', specimen: true },
  };
  return callbacks.sign(event, secret);
}
