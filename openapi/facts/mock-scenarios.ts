/** The scenarios of the mock: which named examples of the contract it returns on successive calls. The last one repeats. */
export interface Scenario {
  name: { en: string; es: string };
  /** Names of examples by operation. Other operations return the first example of their success response. */
  answers: Readonly<Record<string, readonly string[]>>;
  /** An error that every other operation returns, if it can return that error. */
  everywhere?: string;
  delay_ms?: number;
  offline?: true;
}

const usual = {
  'session.list': ['last'],
  'session.abort': ['aborted'],
  'reader.fail': ['failed'],
  'reader.abort': ['aborted'],
  'callback.list': ['last'],
  'callback.listen': ['changed', 'unchanged'],
  'request.list': ['last'],
  'billing.self': ['active'],
  // The person's page calls `reader.open` at the start and at the end.
  'reader.open': ['created', 'approved'],
  ...statesTo('completed', 'approved'),
};

function statesTo(...end: readonly string[]) {
  const states = ['created', 'initiated', ...end];
  return { 'session.state': states, 'reader.state': states, 'demo.state': states };
}

function ending(end: 'rejected' | 'failed' | 'aborted') {
  const states = statesTo(...(end === 'rejected' ? ['completed', end] : [end]));
  return {
    ...usual,
    ...states,
    'reader.open': ['created', end],
    'session.get': [end],
    'session.timeline': [end],
    'demo.get': [end],
  };
}

export const mockScenarios = {
  approved: { name: { en: 'Approved', es: 'Aprobada' }, answers: usual },
  rejected: {
    name: { en: 'Rejected', es: 'Rechazada' },
    answers: { ...ending('rejected'), 'reader.submit': ['rejected'] },
  },
  failed: { name: { en: 'Failed', es: 'Fallida' }, answers: ending('failed') },
  aborted: { name: { en: 'Aborted', es: 'Cancelada' }, answers: ending('aborted') },
  trial_over: {
    name: { en: 'Trial over', es: 'Prueba terminada' },
    answers: { ...usual, 'billing.self': ['trial_over'], 'session.create': ['billing_inactive'] },
  },
  credit_exhausted: {
    name: { en: 'Credit used up', es: 'Crédito agotado' },
    answers: { ...usual, 'billing.self': ['credit_exhausted'], 'session.create': ['credit_exhausted'] },
  },
  no_payment_method: {
    name: { en: 'No payment method', es: 'Sin método de pago' },
    answers: {
      ...usual,
      'billing.self': ['trial'],
      'billing.enable': ['payment_method_missing'],
      'payment_method.list': ['none'],
    },
  },
  empty_account: {
    name: { en: 'Empty account', es: 'Cuenta vacía' },
    answers: {
      ...usual,
      'session.list': ['none'],
      'session.count': ['none'],
      'callback.list': ['none'],
      'link.list': ['none'],
      'callback_endpoint.list': ['none'],
      'callback_endpoint.deliveries': ['none'],
      'callback.listen': ['unchanged'],
      'callback.health': ['none'],
      'user.list': ['alone'],
      'invite.list': ['none'],
      'request.list': ['none'],
      'dashboard.get_started': ['none'],
      'dashboard.usage': ['none'],
      'dashboard.overview': ['none'],
      'billing.self': ['trial'],
      'billing.preview': ['nothing'],
      'bill.list': ['none'],
      'payment_method.list': ['none'],
    },
  },
  slow: { name: { en: 'Slow', es: 'Lento' }, answers: usual, delay_ms: 3000 },
  rate_limited: {
    name: { en: 'Too many requests', es: 'Demasiadas peticiones' },
    answers: {},
    everywhere: 'rate_limited',
  },
  unavailable: { name: { en: 'Unavailable', es: 'No disponible' }, answers: {}, everywhere: 'service_unavailable' },
  signed_out: {
    name: { en: 'Sign-in ended', es: 'Acceso caducado' },
    answers: { 'password.authenticate': ['default'] },
    everywhere: 'invalid_access_token',
  },
  offline: { name: { en: 'Offline', es: 'Sin conexión' }, answers: {}, offline: true },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof mockScenarios;

export const USUAL_SCENARIO: ScenarioName = 'approved';

/** Calls that create a session, which restarts the flows of the chosen scenario at their first example. */
export const BEGIN_FLOWS: readonly string[] = ['session.create', 'demo.create'];

export const SCENARIO_COOKIE = 'mock_scenario';
