/** The scenarios of the mock. `rejected` and `failed` take a reason after a colon, such as `rejected:document_expired`. */
export const mockScenarios = {
  /** How a session ends. */
  session: ['approved', 'rejected', 'failed', 'aborted'],
  /** How the account stands. */
  account: ['trial_over', 'credit_exhausted', 'no_payment_method', 'empty_account'],
  /** How the service answers. */
  service: ['slow', 'rate_limited', 'unavailable', 'signed_out', 'offline'],
} as const;

/** Why a session fails in the scenario `failed`; all other reasons are verdicts, of the scenario `rejected`. */
export const failedReasons = [
  'nfc_lost',
  'nfc_unavailable',
  'access_denied',
  'read_error',
  'unsupported_document',
  'camera_denied',
  'timeout',
  'internal',
  'session_expired',
] as const;

/** The cookie with which a page names the scenario of its calls. */
export const SCENARIO_COOKIE = 'mock_scenario';

/** The code that every mail of the mock would contain. */
export const MOCK_CODE = '7KQ2MX';
