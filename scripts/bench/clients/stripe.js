import Stripe from 'stripe';

export function connect(port) {
  const stripe = new Stripe('sk_test_1', { host: '127.0.0.1', port, protocol: 'http', telemetry: false });
  return [
    () => stripe.customers.create({ name: 'order-1042' }),
    () => stripe.customers.retrieve('cus_1'),
    () => stripe.customers.list({ limit: 1 }),
  ];
}
