import { randomBytes } from 'node:crypto';

/** What a service in production asks for, with nobody at the other end of its mail. */
export const production = () => ({
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://localhost',
  SERVER_KEY: randomBytes(32).toString('base64'),
  SMTP_URL: 'smtp://localhost:1',
});
