import MiniSearch, { type Options } from 'minisearch';

/** A part of a page with a heading, and its location. The texts of a page are in a separate file, in the same order. */
export type Section = {
  /** The number of its page and its number on that page: `3.12`. */
  id: string;
  title: string;
  /** What the anchor names, such as a call, where the heading uses other words. */
  name: string;
  page: string;
  path: string;
  hash: string;
};

/** Synonyms. Each group is searched for as its first word. */
const groups = `
callback, webhook, webhooks, callbacks
signin, sign in, sign-in, signing in, log in, login, logon, iniciar sesion, inicio de sesion
signup, sign up, sign-up, register, registration, registro, registrarse, crear cuenta
chip, nfc, rfid
price, prices, pricing, cost, costs, fee, fees, precio, precios, coste, costes, tarifa, tarifas
bill, bills, invoice, invoices, factura, facturas
signature, signatures, hmac, firma, firmas
face, selfie, liveness, rostro, rostros, cara, facial
ratelimit, rate limit, rate limits, rate limiting, throttle, throttling, limite de peticiones, limites de peticiones
sandbox, test mode, testing, modo de prueba, entorno de pruebas
retry, retries, try again, backoff, reintento, reintentos, reintentar
privacy, gdpr, rgpd, data protection, proteccion de datos, privacidad
delete, deletion, erase, redact, borrar, eliminar, suprimir
country, countries, coverage, pais, paises, cobertura
kyc, know your customer, aml, conoce a tu cliente
idempotency, idempotent, idempotencia, idempotente
`
  .trim()
  .split('\n')
  .map((line) => line.split(', '));

const isLongWord = (word: string) => /^\w{5,}$/.test(word);

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const firstWords = new Map(groups.flatMap(([first = '', ...others]) => others.map((other) => [other, first])));
const known = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[...firstWords.keys()].sort((a, b) => b.length - a.length).join('|')})(?![\\p{L}\\p{N}])`,
  'gu',
);

/** The words of a text, normalised for comparison. `session.create` is found as a whole and by its parts. */
const wordsOf = (text: string): string[] =>
  (
    fold(text)
      .replace(known, (found) => firstWords.get(found) ?? found)
      .match(/[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/gu) ?? []
  )
    .flatMap((name) => [name, ...name.split(/[._-]/)])
    .filter((word, index, all) => word && word !== all[index - 1]);

/** How the site is indexed at build time and searched in the browser. */
export const searchOptions: Options<Section & { text: string }> = {
  fields: ['title', 'name', 'page', 'text'],
  storeFields: ['title', 'name', 'page', 'path', 'hash'],
  tokenize: wordsOf,
  // The other words of a group are indexed beside the first, so that they are also found when misspelt.
  processTerm: (term) => [term, ...(groups.find(([first]) => first === term) ?? []).filter(isLongWord)],
};

/** The sections that contain all words of a text, or some of them if none contains all; best first. */
export function findSections(index: MiniSearch<Section & { text: string }>, text: string, most = 6) {
  const options = {
    boost: { title: 5, name: 5, page: 2 },
    // The last word may be incomplete while typing. A short word that differs by one letter is a different word.
    prefix: (term: string, position: number, terms: string[]) => position === terms.length - 1 || term.length > 3,
    fuzzy: (term: string) => (term.length > 4 ? 0.2 : false),
    weights: { prefix: 0.6, fuzzy: 0.3 },
    processTerm: (term: string) => term,
    boostDocument: (_id: string, _term: string, section?: Record<string, unknown>) => weightOf(section as Section),
  };

  const all = index.search(text, { ...options, combineWith: 'AND' });
  const found = all.length > 0 ? all : index.search(text, { ...options, combineWith: 'OR' });
  return found.slice(0, most);
}

/** A guide says more about a word than a list that mentions it. Someone looking for a list entry types its whole name. */
function weightOf({ path, hash }: Section): number {
  if (path === '/failure-guide') return 0.6;
  if (path.endsWith('-guide')) return hash ? 2.4 : 1.4;
  if (path === '/terms') return 0.5;
  if (path === '/api-reference/errors' || path === '/api-reference/types') return 0.5;
  // Someone asking how to sign in isn't looking for the list of active sign-ins.
  if (path === '/api-reference/sign-ins') return 0.7;
  return hash ? 1 : 1.3;
}

export const loadIndex = (json: string) => MiniSearch.loadJSON(json, searchOptions);

/** An excerpt around the first word that was found, cut at word boundaries, with all found words marked. */
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
