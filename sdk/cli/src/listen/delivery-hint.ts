import { type Delivery, isDelivered } from './forward.ts';

/** Why a receiver did not accept a callback, as far as its response shows, and what to do. Undefined when it did. */
export function deliveryHint(delivery: Delivery, url: string): string | undefined {
  if (isDelivered(delivery)) return undefined;
  if (delivery.status === undefined) return unanswered(delivery.error, url);
  return byStatus[delivery.status]?.(delivery.location) ?? byClass(delivery.status, delivery.location);
}

function unanswered(error: string, url: string): string {
  const { host, hostname } = new URL(url);
  if (error === 'timeout')
    return 'There was no response within 15 seconds. Respond first, and process the event afterwards.';
  if (error === 'ECONNREFUSED') return `Nothing listens at ${host}. Check that your receiver is running on this port.`;
  if (error === 'ENOTFOUND' || error === 'EAI_AGAIN') return `This machine cannot resolve ${hostname}.`;
  if (error === 'ECONNRESET' || error === 'UND_ERR_SOCKET')
    return 'The receiver closed the connection without a response. Check its log.';
  if (/^(CERT_|SELF_|DEPTH_|UNABLE_TO|ERR_TLS)/.test(error))
    return `The certificate of ${host} is not trusted here (${error}). Forward to http, or set NODE_EXTRA_CA_CERTS.`;
  if (/^(ERR_SSL|EPROTO)/.test(error)) return `${host} does not speak TLS. Did you mean http://${host}?`;
  return `The callback could not be delivered: ${error}.`;
}

const SIGNATURE =
  'Did the signature check fail? Pass it the raw body, before any JSON parser, and the signing secret (whsec_…) of this account.';

const redirected = (location: string | undefined) =>
  `Redirects are not followed. Use the address it redirects to${location ? `: ${location}` : ''}.`;

const byStatus: Record<number, (location: string | undefined) => string> = {
  400: () => SIGNATURE,
  401: () => `The route requires a sign-in, or refuses the signature. ${SIGNATURE}`,
  403: () => 'The route requires a sign-in or a CSRF token. Callbacks have neither: exempt the route.',
  404: () => 'The receiver has nothing at this path.',
  405: () => 'The receiver does not accept POST at this path.',
  410: () => 'With 410, a receiver asks for no more. The service stops sending this callback.',
  413: () => 'The receiver does not accept a body of this size, although callbacks are smaller than 4 KB.',
  415: () => 'The receiver does not accept application/json.',
  419: () => 'The route requires a CSRF token. Callbacks have none: exempt the route.',
  429: () => 'The receiver has a rate limit. The service waits as long as Retry-After says.',
};

function byClass(status: number, location: string | undefined): string | undefined {
  if (status >= 300 && status < 400) return redirected(location);
  if (status >= 500) return 'The receiver failed. Check its log.';
  return undefined;
}
