/** Why an attempt to deliver a callback got no response. The API returns it in English; portal and emails translate it. */
export const attemptFailures = {
  no_answer: 'No response within 15 seconds',
  not_allowed: 'The address is not allowed: callbacks go to https on public hosts',
  refused: 'Connection refused',
  reset: 'The connection was reset',
  host_unreachable: 'The host cannot be reached',
  network_unreachable: 'The network cannot be reached',
  timed_out: 'The connection timed out',
  name_unknown: 'The host name is unknown',
  name_without_address: 'The host name has no address',
  name_service_failed: 'The DNS lookup failed',
  name_service_silent: 'The DNS server did not respond',
  /** Followed by a colon and the code of the TLS library. */
  tls: 'The TLS connection failed',
  not_http: 'The response is not HTTP',
  unknown: 'The attempt failed',
} as const;

export type AttemptFailure = (typeof attemptFailures)[keyof typeof attemptFailures];

const spanish: Record<AttemptFailure, string> = {
  'No response within 15 seconds': 'Sin respuesta en 15 segundos',
  'The address is not allowed: callbacks go to https on public hosts':
    'La dirección no está permitida: los callbacks van por https a servidores públicos',
  'Connection refused': 'Conexión rechazada',
  'The connection was reset': 'La conexión se interrumpió',
  'The host cannot be reached': 'No se puede llegar al servidor',
  'The network cannot be reached': 'No se puede llegar a la red',
  'The connection timed out': 'La conexión tardó demasiado',
  'The host name is unknown': 'El nombre del servidor no existe',
  'The host name has no address': 'El nombre del servidor no tiene dirección',
  'The DNS lookup failed': 'El servicio de nombres falló',
  'The DNS server did not respond': 'El servicio de nombres no respondió',
  'The TLS connection failed': 'La conexión TLS falló',
  'The response is not HTTP': 'La respuesta no es HTTP',
  'The attempt failed': 'El intento falló',
};

/** Texts that come from a library, such as TLS codes, are not translated. */
export function attemptFailureIn(locale: string, error: string): string {
  if (locale !== 'es') return error;
  const sentence = Object.keys(spanish).find((known) => error === known || error.startsWith(`${known}: `));
  return sentence === undefined ? error : spanish[sentence as AttemptFailure] + error.slice(sentence.length);
}
