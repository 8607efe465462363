/** What browsers see: with the publishable key, the response for an intent contains only some of its fields. */
const VISIBLE = {
  setup_intent: [
    'id',
    'object',
    'automatic_payment_methods',
    'cancellation_reason',
    'client_secret',
    'created',
    'description',
    'last_setup_error',
    'livemode',
    'next_action',
    'payment_method',
    'payment_method_configuration_details',
    'payment_method_types',
    'status',
    'usage',
  ],
  payment_intent: [
    'id',
    'object',
    'amount',
    'amount_details',
    'automatic_payment_methods',
    'canceled_at',
    'cancellation_reason',
    'capture_method',
    'client_secret',
    'confirmation_method',
    'created',
    'currency',
    'description',
    'last_payment_error',
    'livemode',
    'next_action',
    'payment_method',
    'payment_method_configuration_details',
    'payment_method_types',
    'processing',
    'receipt_email',
    'setup_future_usage',
    'shipping',
    'source',
    'status',
  ],
} as const;

/** `value` with every intent in it reduced. */
export function browserView<T extends object>(value: T): T {
  const object = (value as { object?: unknown }).object;
  const visible: readonly string[] | undefined =
    object === 'setup_intent' || object === 'payment_intent' ? VISIBLE[object] : undefined;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !visible || visible.includes(name))
      .map(([name, field]) => [
        name,
        name === 'setup_intent' || name === 'payment_intent' ? browserView(field as object) : field,
      ]),
  ) as T;
}
