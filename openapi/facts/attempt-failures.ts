/** Why an attempt to deliver a callback got no answer: the service says it in English, the portal in the reader's language. */
export const attemptFailures = {
  no_answer: 'No answer within 15 seconds',
  not_allowed: 'The address is not allowed: callbacks go to https on public hosts',
  refused: 'Connection refused',
  reset: 'The connection was reset',
  host_unreachable: 'The host cannot be reached',
  network_unreachable: 'The network cannot be reached',
  timed_out: 'The connection timed out',
  name_unknown: 'The host name is not known',
  name_without_address: 'The host name has no address',
  name_service_failed: 'The name service failed',
  name_service_silent: 'The name service did not answer',
  /** Followed by a colon and the code of the TLS library. */
  tls: 'The TLS connection failed',
  not_http: 'The answer is not HTTP',
  unknown: 'The attempt failed',
} as const;

export type AttemptFailure = (typeof attemptFailures)[keyof typeof attemptFailures];
