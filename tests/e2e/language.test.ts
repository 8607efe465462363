/** A Spanish page must be entirely Spanish, including the service's refusals and a session's state. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite, expectNoComplaints, type Site } from '../support/browser/visitor.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;

beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site?.stop());

describe('an error message', () => {
  test.each([
    ['', 'Email', 'Password', 'Sign in', 'Wrong email or password'],
    [
      '/es',
      'Correo electrónico',
      'Contraseña',
      'Iniciar sesión',
      'El correo electrónico o la contraseña no son correctos.',
    ],
  ])('about a wrong password under "%s" is in the language shown', async (prefix, email, password, button, text) => {
    const { page } = await site.visit();
    await page.goto(`${prefix}/sign-in`);
    await page.getByLabel(email, { exact: true }).fill('nobody@example.com');
    await page.getByLabel(password, { exact: true }).fill('wrong horse');
    await page.locator('main').getByRole('button', { name: button, exact: true }).click();
    const alert = page.getByRole('alert').filter({ hasText: text });
    await alert.waitFor();
    await expect.poll(() => alert.getByRole('group').locator('code').textContent()).toMatch(/^[\w-]{8,}$/);
  });

  test('names the field and what would be right, if the service says so in set phrases', async () => {
    const { page } = await site.visit();
    // A newer service may be stricter than this page.
    const details = [{ path: 'password', expected: 'at least 15 characters', received: '11 characters' }];
    const error = 'password must be at least 15 characters, received 11 characters';
    await page.route('**/api/v1/password.create', (route) =>
      route.fulfill({ status: 400, json: { error, code: 'invalid_value', request_id: 'request-1', details } }),
    );
    await page.goto('/es/sign-up');
    await page.locator('main input[type=email]').fill('ada@example.com');
    await page.getByLabel('Contraseña', { exact: true }).fill('wrong horse');
    await page.locator('main form button[type=submit]').click();
    await page.getByText('password debe ser: al menos 15 caracteres.').first().waitFor();
  });

  test('with a code unknown to this page keeps the words of the service', async () => {
    const { page } = await site.visit();
    await page.route('**/api/v1/password.authenticate', (route) =>
      route.fulfill({
        status: 403,
        json: { error: 'Your plan has moved', code: 'plan_moved', request_id: 'request-1' },
      }),
    );
    await page.goto('/es/sign-in');
    await page.getByLabel('Correo electrónico').fill('ada@example.com');
    await page.getByLabel('Contraseña', { exact: true }).fill('wrong horse');
    await page.locator('main form button[type=submit]').click();
    await page.getByText('Your plan has moved').waitFor();
  });
});

test('the reason why a receiver did not respond is in the language of the page', async () => {
  const { page } = await site.visitSignedIn();
  for (const [path, field, button, words] of [
    ['/callback-test', 'Callback URL', 'Send a test', 'Connection refused'],
    ['/es/callback-test', 'URL de callback', 'Enviar una prueba', 'Conexión rechazada'],
  ] as const) {
    await page.goto(path);
    await page.getByLabel(field, { exact: true }).fill('https://localhost:9/closed');
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByText(words).waitFor();
  }
});

test('the states of sessions and callbacks are shown in words', async () => {
  const visitor = await site.visitSignedIn();
  const { page, user } = visitor;
  const key = await site.server.keyOf(user);
  const account = { ...(await site.server.account()), ...user, basic: key };
  const world = createWorld(site.server, account);
  const { id } = await world.ended('genuine', { callback_url: `${site.server.base}/_local/callbacks/words` });
  const { token } = await world.session();
  const raw = /\b(CREATED|INITIATED|COMPLETED|APPROVED|REJECTED|FAILED|ABORTED|PENDING|DELIVERED)\b/;
  const expectWords = async (path: string, ...words: string[]) => {
    await page.goto(path);
    const main = page.locator('main');
    for (const word of words)
      await main.getByText(word, { exact: true }).and(page.locator(':not(option)')).first().waitFor();
    // Leaves out the samples, which quote the API's English responses.
    const text = await page.evaluate<string>(`(() => {
      const main = document.querySelector('main').cloneNode(true);
      for (const code of main.querySelectorAll('pre')) code.remove();
      return main.textContent;
    })()`);
    expect(text, path).not.toMatch(raw);
  };

  await expectWords('/es/sessions', 'Aprobada', 'Creada');
  const options = await page.locator('select option').allTextContents();
  expect(options).toEqual(
    expect.arrayContaining(['Creada', 'Iniciada', 'Leída', 'Aprobada', 'Rechazada', 'Fallida', 'Cancelada']),
  );
  await page.getByRole('button', { name: 'Filtros' }).click();
  await page.locator('select', { hasText: 'Aprobada' }).selectOption({ label: 'Aprobada' });
  await visitor.at('/es/sessions?state=APPROVED');
  await expectWords(`/es/session/${id}`, 'Aprobada');
  await expectWords('/es/callbacks', 'Entregada', 'Aprobada');
  await expectWords(`/es/open?token=${token}`, 'Esperando a tu teléfono');
  await world.succeed('reader.abort', { token });
  await expectWords(`/es/open?token=${token}`, 'Has cancelado');
  await expectWords(`/sessions`, 'Approved', 'Cancelled');
  expectNoComplaints(visitor);
});
