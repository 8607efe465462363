/** The account's objects. In a separate module, so that visitors who are not signed in do not load the SDK. */
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  billGetOptions,
  callbackEndpointDeliveriesOptions,
  callbackEndpointListOptions,
  callbackGetOptions,
  inviteListOptions,
  merchantSelfOptions,
  policyListOptions,
  requestGetOptions,
  sessionListOptions,
} from '@sigill/sdk/portal/react-query';
import { queryClient } from '../../api/query-client';
import { type LimitedOperation, may } from '../../api/role';
import { billsOptions, paymentMethodsOptions, usersOptions } from '../../api/whole-lists';
import { linksOptions } from '../links/use-links';
import { stateWords } from '../sessions/session-states';
import { type Entry, idIn } from './find-entries';

type Load = (i18n: I18n) => Promise<Entry[]>;

/** Lists are loaded at most once a minute, rather than for every search. */
const staleTime = 60_000;
const whole = { limit: 100 };

const sources: [call: LimitedOperation | undefined, load: Load][] = [
  ['user.list', users],
  ['invite.list', invites],
  ['bill.list', bills],
  ['payment_method.list', paymentMethods],
  ['link.list', links],
  ['policy.list', policies],
  ['callback_endpoint.list', endpoints],
  [undefined, account],
];

/** The account's objects of every kind that has few of them. A list that fails to load is not searched. */
export async function accountEntries(i18n: I18n): Promise<Entry[]> {
  const lists = await Promise.allSettled(
    sources.filter(([call]) => call === undefined || may(call)).map(([, load]) => load(i18n)),
  );
  return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
}

async function users(): Promise<Entry[]> {
  const list = await queryClient.fetchQuery({ ...usersOptions(), staleTime });
  return list.users.map(({ id, alias, name, public_key }) => ({
    kind: 'user',
    title: alias,
    path: `/user/${id}`,
    ids: [id, alias, ...(public_key ? [public_key] : [])],
    ...(name && { detail: name }),
  }));
}

async function invites(i18n: I18n): Promise<Entry[]> {
  const list = await queryClient.fetchQuery({ ...inviteListOptions(whole), staleTime });
  return list.invites.map(({ id, email }) => ({
    kind: 'user',
    title: email,
    detail: i18n._(msg`Invitation`),
    path: '/users',
    hash: 'pending',
    ids: [id, email],
  }));
}

async function bills(i18n: I18n): Promise<Entry[]> {
  const list = await queryClient.fetchQuery({ ...billsOptions(), staleTime });
  return list.bills.map(({ id, number, cycle_start, total }) => ({
    kind: 'bill',
    title: i18n.date(cycle_start, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    detail: [number, `${total} USD`].filter(Boolean).join(' · '),
    path: `/bill/${id}`,
    ids: [id, ...(number ? [number] : [])],
  }));
}

async function paymentMethods(i18n: I18n): Promise<Entry[]> {
  const list = await queryClient.fetchQuery({ ...paymentMethodsOptions(), staleTime });
  return list.payment_methods.map(({ id, type, alias, reference }) => ({
    kind: 'bill',
    title: type === 'CARD' ? `${i18n._(msg`Card`)} •••• ${alias ?? ''}` : i18n._(msg`Payment by invoice`),
    path: `/payment-method/${id}`,
    ids: [id, alias, reference].filter((own) => own !== undefined),
  }));
}

async function links(i18n: I18n): Promise<Entry[]> {
  const list = await queryClient.fetchQuery({ ...linksOptions(), staleTime });
  return list.links.map(({ id, code, name }) => ({
    kind: 'object',
    title: name,
    detail: i18n._(msg`Reusable link`),
    path: `/link/${id}`,
    ids: [id, code],
  }));
}

async function policies(i18n: I18n): Promise<Entry[]> {
  const list = await queryClient.fetchQuery({ ...policyListOptions(whole), staleTime });
  return list.policies.map(({ name }) => ({
    kind: 'object',
    title: name,
    detail: i18n._(msg`Policy`),
    path: '/policies',
    hash: `policy-${name}`,
    ids: [name],
  }));
}

const endpointList = () => queryClient.fetchQuery({ ...callbackEndpointListOptions(whole), staleTime });

async function endpoints(i18n: I18n): Promise<Entry[]> {
  return (await endpointList()).endpoints.map(({ id, url, description }) => ({
    kind: 'object',
    title: url,
    detail: description ?? i18n._(msg`Endpoint`),
    path: `/callback-endpoint/${id}`,
    ids: [id, url],
  }));
}

async function account(i18n: I18n): Promise<Entry[]> {
  const { id, name, delivery_key } = await queryClient.fetchQuery({ ...merchantSelfOptions(), staleTime });
  const path = '/settings';
  return [
    { kind: 'object', title: name, detail: i18n._(msg`Your account`), path, ids: [id] },
    ...(delivery_key
      ? [
          {
            kind: 'object' as const,
            title: i18n._(msg`Delivery key`),
            path,
            hash: 'delivery-key',
            ids: [delivery_key.kid],
          },
        ]
      : []),
  ];
}

/** Objects of which an account may have too many to list. They are looked up only if the text could name one. */
const lookUps: [call: LimitedOperation, canName: RegExp, load: (id: string, i18n: I18n) => Promise<Entry[]>][] = [
  ['session.list', /^.{2,255}$/, sessions],
  ['callback.get', /^msg_[\w-]{16,64}$/, callback],
  ['request.get', /^req_[\w-]{1,60}$/, request],
  ['bill.get', /^[A-Z0-9-]{1,20}-\d{4}-\d{6,}$/i, creditNote],
];

export async function lookUp(text: string, i18n: I18n): Promise<Entry[]> {
  const id = idIn(text);
  const found = await Promise.allSettled(
    lookUps.filter(([call, canName]) => may(call) && canName.test(id)).map(([, , load]) => load(id, i18n)),
  );
  return found.flatMap((entries) => (entries.status === 'fulfilled' ? entries.value : []));
}

async function sessions(search: string, i18n: I18n): Promise<Entry[]> {
  const page = await queryClient.fetchQuery({ ...sessionListOptions({ search, limit: 6 }), staleTime: 5_000 });
  return page.sessions.map(({ id, reference, state }) => ({
    kind: 'object',
    title: reference ?? String(id),
    detail: [i18n._(msg`Session`), i18n._(stateWords[state]), ...(reference ? [id] : [])].join(' · '),
    path: `/session/${id}`,
    ids: [id, ...(reference ? [reference] : [])],
  }));
}

async function callback(id: string, i18n: I18n): Promise<Entry[]> {
  const found = (title: string, path: string): Entry[] => [
    { kind: 'object', title, detail: i18n._(msg`Callback`), path, ids: [id] },
  ];
  try {
    const { url } = await queryClient.fetchQuery({ ...callbackGetOptions({ id }), staleTime });
    return found(url, `/callback/${id}`);
  } catch {
    // An event that was sent only to endpoints has no page of its own. It is listed in the deliveries of its endpoint.
    const { endpoints } = await endpointList();
    const received = await Promise.all(
      endpoints.map(async (endpoint) => {
        const page = { id: endpoint.id, ...whole };
        const { deliveries } = await queryClient.fetchQuery({ ...callbackEndpointDeliveriesOptions(page), staleTime });
        return deliveries.some(({ event }) => event.id === id) ? endpoint : [];
      }),
    );
    return received.flat().flatMap((endpoint) => found(endpoint.url, `/callback-endpoint/${endpoint.id}`));
  }
}

async function request(request_id: string, i18n: I18n): Promise<Entry[]> {
  const { operation, status } = await queryClient.fetchQuery({ ...requestGetOptions({ request_id }), staleTime });
  const detail = `${i18n._(msg`Request`)} · ${status}`;
  return [{ kind: 'object', title: operation, detail, path: `/request/${request_id}`, ids: [request_id] }];
}

/** The list of bills has no credit notes, so bills are opened, newest first, until one has the credit note. */
async function creditNote(number: string, i18n: I18n): Promise<Entry[]> {
  const wanted = number.toUpperCase();
  const { bills } = await queryClient.fetchQuery({ ...billsOptions(), staleTime });
  if (bills.some((bill) => bill.number === wanted)) return [];
  for (const { id } of bills) {
    const { credit_notes = [] } = await queryClient.fetchQuery({ ...billGetOptions({ id }), staleTime });
    if (!credit_notes.some((note) => note.number === wanted)) continue;
    return [{ kind: 'object', title: wanted, detail: i18n._(msg`Credit note`), path: `/bill/${id}`, ids: [wanted] }];
  }
  return [];
}
