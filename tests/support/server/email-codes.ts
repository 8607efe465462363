import type { TestServer } from './test-server.ts';

export async function newestCode(server: Pick<TestServer, 'mailbox'>, email: string): Promise<string> {
  const [mail] = await server.mailbox(email);
  return /^[A-Z2-9]{6}$/m.exec(mail?.text ?? '')![0];
}

/** A different code, made of letters that such codes contain. */
export function otherThan(code: string, index = 0): string {
  const guess = `${'ABCDEFGH'[index % 8]}${'JKLMNPQR'[Math.floor(index / 8) % 8]}ZZZZ`;
  return guess === code ? 'YYYYYY' : guess;
}
