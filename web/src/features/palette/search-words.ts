import MiniSearch, { type Options, type SearchResult } from 'minisearch';

/** A part of a page with a heading, and its location. The texts are in a separate file for each page, in the same order. */
export type Section = {
  /** The number of its page and its number on that page: `3.12`. */
  id: string;
  title: string;
  /** The name in the anchor, such as that of a call, if the heading uses other words. */
  name: string;
  page: string;
  path: string;
  hash: string;
};

/** Synonyms. Each group is searched for as its first word. */
const groups = linesOf(`
callback, webhook, webhooks, callbacks
signin, sign in, sign-in, signing in, log in, login, logon, iniciar sesion, inicio de sesion
signup, sign up, sign-up, register, registration, registro, registrarse, crear cuenta
chip, nfc, rfid
price, prices, pricing, cost, costs, fee, fees, precio, precios, coste, costes, tarifa, tarifas
bill, bills, invoice, invoices, factura, facturas
signature, signatures, hmac, firma, firmas
face, selfie, liveness, rostro, rostros, cara, facial
ratelimit, rate limit, rate limits, rate limiting, throttle, throttling, requests per second, requests per minute, peticiones por segundo, limite de peticiones, limites de peticiones
sandbox, test mode, testing, modo de prueba, entorno de pruebas
retry, retries, try again, backoff, reintento, reintentos, reintentar
privacy, gdpr, rgpd, data protection, proteccion de datos, privacidad
delete, deletion, erase, redact, borrar, eliminar, suprimir
country, countries, coverage, pais, paises, cobertura
kyc, know your customer, aml, conoce a tu cliente
idempotency, idempotent, idempotencia, idempotente
`);

/** A word before the colon also finds the words after it, but not the reverse. */
const related = new Map(
  linesOf(`
pagination, paginate, paging, page through, infinite scroll, paginacion, paginar: lists, listas, cursor
verify, verifies, verifying, validate, check, verificar, comprobar, validar: verify, check, verificar, comprobar, comprueba
local, localhost, tunnel, ngrok, my machine, my computer, local development, tunel, en local, mi maquina: listen, machine, maquina
cors, cross origin, frontend, front end, client side: cors, backend
jest, vitest, mocha, node test, unit test, unit tests, pruebas unitarias: sandbox, tests, pruebas
mock, mocking, fake, simular: sandbox, specimen, especimen
typescript, javascript, nodejs, node, esm, commonjs: sdk, node, commonjs
python, php, java, golang, ruby, c#, csharp, dotnet: python, samples, ejemplos
refund, refunds, money back, chargeback, reembolso, reembolsos, devolucion, devoluciones: charged, cobra, transactions, transacciones
timeout, timeouts, expire, expires, expiry, expiration, caduca, caducidad: expired, expires, caduca
event, events, event types, evento, eventos: callback, events, eventos
key rotation, rotate, renew key, rotar: rotate, rotating, rotar
install, instalar, npm, setup, get started: install, start, sdk, instalar, empezar
test, tests, probar: test, tests, specimen, sandbox, probar, muestra
versioning, versions, semver, breaking change, breaking changes, versionado, versiones, cambios incompatibles: contract, major, contrato
polling, poll, wait for result, wait for the result, esperar el resultado: waitfor, fetch, obtener
sample passport, test passport, test document, pasaporte de prueba, documento de prueba: specimen, especimen
permission, permissions, permisos: roles, role, rol
swagger, api spec, openapi spec: openapi
sso, saml, single sign on, inicio de sesion unico: google, microsoft
`)
    .map((line) => {
      const [asked = '', found = ''] = line.join(', ').split(': ');
      return [asked.split(', '), found.split(', ')] as const;
    })
    .flatMap(([asked, found]) => asked.map((word) => [word, found] as const)),
);

function linesOf(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(', '));
}

/** Words that say nothing about the subject of a question. */
const small = new Set(
  `a an and are at be by can could do does for from had has have how i if in is it its let many me much my of on or our should some that the their then
there they this to was we what when where which who why will with would you your
a al como con cual cuales cuando de del desde donde el ella en entre es esta este hay hace hacer hago la las lo los me mi mis o para pero por puede puedo que
quien se ser si sin sobre su sus tengo un una uno y`.split(/\s+/),
);

const isLongWord = (word: string) => /^\w{5,}$/.test(word);

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const firstWords = new Map(groups.flatMap(([first = '', ...others]) => others.map((other) => [other, first])));
const oneOf = (phrases: Iterable<string>) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${[...phrases].sort((a, b) => b.length - a.length).join('|')})(?![\\p{L}\\p{N}])`,
    'gu',
  );
const synonyms = oneOf(firstWords.keys());
const askedPhrases = oneOf(related.keys());

/** The words of a text, normalised for comparison. `session.create` is found as a whole and by its parts. */
const wordsOf = (text: string): string[] =>
  (
    fold(text)
      .replace(synonyms, (found) => firstWords.get(found) ?? found)
      .match(/[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/gu) ?? []
  )
    .flatMap((name) => [name, ...name.split(/[._-]/)])
    .filter((word, index, all) => word && word !== all[index - 1]);

/**
 * One list for each word or phrase of a question, together with the words that answer it too. Small words count only if there are
 * no others.
 */
function wishesOf(question: string): string[][] {
  const wishes: string[][] = [];
  const rest = fold(question).replace(askedPhrases, (phrase) => {
    wishes.push([...new Set([phrase, ...(related.get(phrase) ?? [])].flatMap(wordsOf))]);
    return ' ';
  });
  const words = [...new Set(wordsOf(rest))];
  const telling = words.filter((word) => !small.has(word));
  return [...(telling.length + wishes.length > 0 ? telling : words).map((word) => [word]), ...wishes];
}

/** How the site is indexed at build time and searched in the browser. `sigill mcp` indexes and searches with the same options. */
const searchOptions: Options<Section & { text: string }> = {
  fields: ['title', 'name', 'page', 'text'],
  storeFields: ['title', 'name', 'page', 'path', 'hash'],
  tokenize: wordsOf,
  // The other long words of a group are indexed beside the first, so that they are also found when misspelt.
  processTerm: (term) => [term, ...(groups.find(([first]) => first === term) ?? []).filter(isLongWord)],
};

/** The sections that answer most of a question, best first. A section scores less for each part that it does not answer. */
export function findSections(index: MiniSearch<Section & { text: string }>, text: string, most = 6) {
  const wishes = wishesOf(text);
  const last = wordsOf(text).at(-1);
  const found = index.search(wishes.flat().join(' '), {
    boost: { title: 5, name: 5, page: 2 },
    // The last word may be incomplete while typing. A short word that differs by one letter is a different word.
    prefix: (term: string) => term === last || term.length > 3,
    fuzzy: (term: string) => (term.length > 4 ? 0.2 : false),
    weights: { prefix: 0.6, fuzzy: 0.3 },
    tokenize: (words: string) => [...new Set(words.split(' '))],
    processTerm: (term: string) => term,
    boostDocument: (_id: string, _term: string, section?: Record<string, unknown>) => weightOf(section as Section),
  });
  return found
    .map((section): SearchResult => ({ ...section, score: section.score * answered(wishes, section.queryTerms) ** 3 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, most);
}

const answered = (wishes: string[][], terms: string[]): number =>
  wishes.filter((words) => words.some((word) => terms.includes(word))).length / Math.max(wishes.length, 1);

/**
 * Guides get more weight, because they say more about a word than a list that mentions it. Someone looking for a list entry types
 * its whole name.
 */
function weightOf({ path, hash }: Section): number {
  if (path === '/failure-guide') return 0.6;
  if (path.endsWith('-guide')) return hash ? 2.4 : 1.4;
  if (path === '/terms') return 0.5;
  if (path === '/api-reference/errors' || path === '/api-reference/types') return 0.5;
  // Someone asking how to sign in isn't looking for the list of active sign-ins.
  if (path === '/api-reference/sign-ins') return 0.7;
  return hash ? 1 : 1.3;
}

export function indexOf(sections: (Section & { text: string })[]) {
  const index = new MiniSearch<Section & { text: string }>(searchOptions);
  index.addAll(sections);
  return index;
}

export const loadIndex = (json: string) => MiniSearch.loadJSON(json, searchOptions);

export function contextOf(text: string, terms: string[], length = 110): { text: string; isFound: boolean }[] {
  const wanted = new Set(terms);
  const isFound = (part: string) => wordsOf(part).some((word) => wanted.has(word));
  const parts = text.split(/(?<=\s)/);
  const first = Math.max(parts.findIndex(isFound), 0);
  let start = first;
  let end = first;
  let size = 0;
  while (size < length && (start > 0 || end < parts.length)) {
    if (start > 0 && (first - start) * 2 <= end - first) size += parts[--start]!.length;
    else if (end < parts.length) size += parts[end++]!.length;
    else size += parts[--start]!.length;
  }
  const shown = parts.slice(start, end).map((part) => ({ text: part, isFound: isFound(part) }));
  return [
    ...(start > 0 ? [{ text: '… ', isFound: false }] : []),
    ...shown,
    ...(end < parts.length ? [{ text: '…', isFound: false }] : []),
  ];
}
