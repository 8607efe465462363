/**
 * The numbers that the service promises, each defined once: the server enforces them; the site, its legal texts and the guides
 * state them. Limits on passwords and codes are in the contract instead. Amounts are decimal strings in USD.
 */
export const terms = {
  plans: {
    starter: { unit_price: '0.10', monthly_commitment: '0.00' },
    standard: { unit_price: '0.01', monthly_commitment: '99.00' },
  },
  free_verifications: 250,
  trial_days: 30,
  /** How many days in advance higher prices are announced. */
  price_notice_days: 30,
  /** The card provider's minimum charge. Smaller amounts are added to the next bill, or waived if there is none. */
  smallest_charge: '0.50',
  invoice_days: 30,
  /** How many days after an invoice's due date we send reminders, and refuse new sessions. */
  reminder_days: [7, 14],
  overdue_days: 21,
  card_notice_days: [30, 7],
  /** How long a session waits for its end user. Sessions from links and demos wait only an hour. */
  session_hours: 24,
  /** How long identity data is kept at most after the end of its session. */
  identity_data_hours: 24,
  sealing: 'AES-256-GCM',
  /** How many specimen sessions an account may create on a day in UTC. */
  specimen_sessions_daily: 1000,
  /** Time from each failed attempt to deliver a callback to the next attempt. */
  callback_retry_seconds: [5, 30, 120, 900, 3600],
  /** How long events can be replayed to a callback endpoint, and how many endpoints an account may have. */
  event_days: 30,
  callback_endpoints: 10,
  /** How long the calls that were made with API keys can be looked up. */
  request_log_days: 30,
} as const;
