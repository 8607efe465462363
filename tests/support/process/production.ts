import { randomBytes } from 'node:crypto';

/** The settings that a service in production requires. Nobody receives its email. */
export const production = () => ({
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://localhost',
  SERVER_KEY: randomBytes(32).toString('base64'),
  SMTP_URL: 'smtp://localhost:1',
});
