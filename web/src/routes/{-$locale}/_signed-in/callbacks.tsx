import { Trans, useLingui } from '@lingui/react/macro';
import type { CallbackState } from '@sigill/sdk/portal';
import {
  callbackEndpointListOptions,
  callbackHealthOptions,
  callbackListOptions,
  callbackSecretOptions,
} from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { may, useMay } from '../../../api/role';
import { CallbackTable } from '../../../features/callbacks/CallbackTable';
import { CheckSignature } from '../../../features/callbacks/CheckSignature';
import { callbackStates, useCallbackWords } from '../../../features/callbacks/callback-states';
import { EndpointHealth } from '../../../features/callbacks/EndpointHealth';
import { Endpoints, endpointPage } from '../../../features/callbacks/Endpoints';
import { SigningSecret } from '../../../features/callbacks/SigningSecret';
import { TestCallback } from '../../../features/callbacks/TestCallback';
import { CursorLinks } from '../../../features/loading/CursorLinks';
import { EmptyList } from '../../../features/loading/EmptyList';
import { Load } from '../../../features/loading/Load';
import { ButtonLink, TextLink } from '../../../features/navigation/LocaleLink';
import { Page } from '../../../features/page/Page';
import { isId } from '../../../features/requests/request-search';
import { Button } from '../../../ui/Button';
import { Field, Options, SelectField } from '../../../ui/Field';

const readSearch = ({ state, session_id, cursor }: Record<string, unknown>) => ({
  ...(callbackStates.includes(state as CallbackState) && { state: state as CallbackState }),
  ...(isId(session_id) && { session_id: Number(session_id) }),
  ...(cursor !== undefined && { cursor: String(cursor) }),
});

export const Route = createFileRoute('/{-$locale}/_signed-in/callbacks')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(callbackListOptions(deps));
    void queryClient.prefetchQuery(callbackHealthOptions());
    void queryClient.prefetchQuery(callbackEndpointListOptions(endpointPage));
    if (may('callback.secret')) void queryClient.prefetchQuery(callbackSecretOptions());
  },
  component: Callbacks,
});

function Callbacks() {
  const { t } = useLingui();
  const mayTest = useMay('callback.secret');
  const forAll = [
    {
      id: 'endpoints',
      title: t`Endpoints`,
      lead: t`URLs that receive the events of every session. A session’s own callback URL works independently of them.`,
      children: <Endpoints />,
    },
    {
      id: 'delivery-health',
      title: t`Delivery health`,
      lead: t`Callbacks in the last 7 days, by host. We email you when a host fails for half an hour.`,
      children: <EndpointHealth />,
    },
    {
      id: 'deliveries',
      title: t`Deliveries`,
      lead: t`Sent to sessions’ own callback URLs, newest first. Open a callback to see its attempts or resend it.`,
      children: (
        <>
          <Filter />
          <Load shape="table" lines={8}>
            <List />
          </Load>
        </>
      ),
    },
  ];
  const forDevelopers = useDeveloperParts();
  return (
    <Page title={t`Callbacks`} lead={t`Events sent to your backends, and whether they were delivered.`}>
      <Contents parts={mayTest ? [...forAll, ...forDevelopers] : forAll} />
      <div className="space-y-16">
        {/* The height of the first part is unknown until it has loaded, and would move everything below it. */}
        <Load shape="table" lines={8}>
          {forAll.map((part) => (
            <Part key={part.id} {...part} />
          ))}
        </Load>
        {mayTest && forDevelopers.map((part) => <Part key={part.id} {...part} />)}
      </div>
    </Page>
  );
}

type PartProps = { id: string; title: string; lead: ReactNode; children: ReactNode };

function useDeveloperParts(): PartProps[] {
  const { t } = useLingui();
  return [
    {
      id: 'test-callback',
      title: t`Send a test`,
      lead: t`Send any event to any URL. It is signed like real ones and marked test: true. Its session does not exist.`,
      children: <TestCallback />,
    },
    {
      id: 'check-signature',
      title: t`Check a signature`,
      lead: t`Paste a callback that your receiver rejected to see why. The check runs in your browser; nothing is sent.`,
      children: <CheckSignature />,
    },
    {
      id: 'signing-secret',
      title: t`Signing secret`,
      lead: (
        <Trans>
          Each callback is signed with this secret, so your backend can verify that we sent it.{' '}
          <TextLink to="/integration-guide">How to check a signature</TextLink>
        </Trans>
      ),
      children: (
        <Load lines={3}>
          <SigningSecret />
        </Load>
      ),
    },
  ];
}

/** Links to the parts, since most of them are below a long list. */
function Contents({ parts }: { parts: PartProps[] }) {
  const { t } = useLingui();
  return (
    <nav aria-label={t`On this page`} className="mb-4">
      <ul className="flex flex-wrap gap-x-6 text-sm">
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="link flex min-h-8 items-center">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const Part = ({ id, title, lead, children }: PartProps) => (
  <section aria-labelledby={id} className="border-t border-hairline pt-8">
    <h2 id={id} className="display mb-1 text-xl">
      {title}
    </h2>
    <p className="mb-6 measure text-muted">{lead}</p>
    {children}
  </section>
);

/** The filters are kept in the address: they survive a reload, and the address can be sent to a colleague. */
function Filter() {
  const { t } = useLingui();
  const { state, session_id } = Route.useSearch();
  const navigate = Route.useNavigate();
  const words = useCallbackWords();
  const filter = (change: Record<string, unknown>) =>
    navigate({ search: readSearch({ state, session_id, ...change }), resetScroll: false });
  return (
    <search>
      <form
        className="mb-8 grid measure items-end gap-4 sm:grid-cols-[12rem_1fr_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          void filter({ session_id: new FormData(event.currentTarget).get('session_id') });
        }}
      >
        <SelectField label={t`Delivery`} value={state ?? ''} onChange={({ target }) => filter({ state: target.value })}>
          <option value="">{t`All`}</option>
          <Options names={callbackStates.map((state) => [state, words[state]])} />
        </SelectField>
        <Field
          key={session_id}
          name="session_id"
          label={t`Session id`}
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="off"
          defaultValue={session_id}
        />
        <Button type="submit" variant="secondary">{t`Filter`}</Button>
      </form>
    </search>
  );
}

function List() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const { callbacks, next_cursor } = useSuspenseQuery(callbackListOptions(search)).data;
  if (callbacks.length === 0)
    return (
      <EmptyList
        filtered={Boolean(search.state || search.session_id || search.cursor)}
        action={
          <ButtonLink to="/api-reference" hash="session.create" variant="secondary">
            {t`How to create a session`}
          </ButtonLink>
        }
      >
        {t`No callbacks yet. A session with a callback URL sends one on each state change.`}
      </EmptyList>
    );
  return (
    <>
      <CallbackTable callbacks={callbacks} />
      <CursorLinks cursor={search.cursor} next_cursor={next_cursor} />
    </>
  );
}
