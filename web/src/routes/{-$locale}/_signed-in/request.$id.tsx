import { Trans, useLingui } from '@lingui/react/macro';
import type { ApiRequest, ProblemCode } from '@sigill/sdk/portal';
import { requestGetOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { problemTexts } from '../../../api/problem-texts';
import { may, useMay } from '../../../api/role';
import { useKnownUsers, usersOptions } from '../../../api/whole-lists';
import { Load } from '../../../features/loading/Load';
import { LoadedSection } from '../../../features/loading/LoadedSection';
import { Missing } from '../../../features/loading/Missing';
import { LocaleLink, TextLink } from '../../../features/navigation/LocaleLink';
import { Page } from '../../../features/page/Page';
import { LatestRequests } from '../../../features/requests/LatestRequests';
import { NamedSession, ResponseMark } from '../../../features/requests/RequestTable';
import { CopyButton } from '../../../ui/CopyButton';
import { Fact, KeyValue } from '../../../ui/KeyValue';
import { Time } from '../../../ui/Time';

export const Route = createFileRoute('/{-$locale}/_signed-in/request/$id')({
  loader: ({ context, params: { id } }) => {
    if (!/^req_[\w-]{1,60}$/.test(id)) throw notFound();
    context.prefetch(requestGetOptions({ request_id: id }), may('user.list') && usersOptions());
  },
  component: Request,
});

const NOT_FOUND = 404;

function Request() {
  const { t } = useLingui();
  const { id } = Route.useParams();
  return (
    <Page back={{ to: '/requests', name: t`Requests` }} title={t`Request`}>
      <Load
        shape="facts"
        lines={6}
        missing={
          <Missing
            list={{ to: '/requests', name: t`All requests` }}
            what={t`No API key of this account made a request with this id, or it is no longer kept.`}
          >
            <Trans>
              A request from the last few seconds may still appear: reload the page. Requests without a valid key or
              made by the portal are not kept.
            </Trans>
          </Missing>
        }
      >
        <Details id={id} />
      </Load>
    </Page>
  );
}

function Details({ id }: { id: string }) {
  const { t, i18n } = useLingui();
  const { data: request } = useSuspenseQuery(requestGetOptions({ request_id: id }));
  const users = useKnownUsers();
  const mayList = useMay('user.list');
  const { operation, status, code, created, duration_ms, session_id, user_id, request_id } = request;
  const key = users.find((user) => user.id === user_id);
  return (
    <div className="grid gap-x-16 gap-y-12 xl:grid-cols-2">
      <section className="min-w-0">
        <KeyValue>
          <Fact name={t`Operation`} mono>
            <TextLink to="/api-reference" hash={operation}>
              {operation}
            </TextLink>
          </Fact>
          <Fact name={t`Response`}>
            <ResponseMark status={status} code={code} />
            {code && <Explanation code={code} />}
          </Fact>
          {session_id && (
            <Fact name={t`Session`} mono>
              <NamedSession id={session_id} status={status} />
            </Fact>
          )}
          <Fact name={t`API key`}>
            {key ? (
              <TextLink to={`/user/${user_id}`}>{key.name ?? key.alias}</TextLink>
            ) : !mayList ? (
              <span className="font-mono">{user_id}</span>
            ) : (
              t`Deleted key`
            )}
          </Fact>
          <Fact name={t`Received`} value={<Time value={created} seconds />} />
          <Fact name={t`Duration`} value={i18n.number(duration_ms, { style: 'unit', unit: 'millisecond' })} />
          <Fact name={t`Request id`}>
            <span className="flex flex-wrap items-center gap-x-6">
              <span className="font-mono text-xs">{request_id}</span>
              <CopyButton text={request_id} label={t`Copy the request id`} className="-my-2 -ms-3" />
            </span>
          </Fact>
        </KeyValue>
        <p className="mt-6 measure text-sm text-muted">
          {t`Request and response bodies are not kept, nor is the caller’s address.`}
        </p>
      </section>
      <Others {...request} />
    </div>
  );
}

/** Other requests for the same session. If the request named no existing session, other requests with the same key. */
function Others({ session_id, status, user_id }: ApiRequest) {
  const { t } = useLingui();
  const aboutSession = session_id !== undefined && status !== NOT_FOUND;
  const filter = aboutSession ? { session_id } : { user_id };
  return (
    <LoadedSection
      id="others"
      title={aboutSession ? t`Requests for this session` : t`Requests with this key`}
      className="min-w-0"
      shape="table"
      lines={5}
      missing={t`None are kept.`}
    >
      <LatestRequests filter={filter} />
      <LocaleLink
        to={aboutSession ? `/requests?session_id=${session_id}` : `/requests?user_id=${user_id}`}
        className="link mt-4 inline-block text-sm"
      >
        {aboutSession ? t`All requests for this session` : t`All requests with this key`}
      </LocaleLink>
    </LoadedSection>
  );
}

/** For a code that this page does not know, from a newer service, there is only the link. */
function Explanation({ code }: { code: string }) {
  const { t, i18n } = useLingui();
  const isKnown = (given: string): given is ProblemCode => given in problemTexts;
  return (
    <div className="mt-2 measure space-y-1">
      {isKnown(code) && <p>{i18n._(problemTexts[code])}</p>}
      <LocaleLink to="/api-reference/errors" hash={`error-${code}`} className="link inline-block">
        {t`What it means and what to do`}
      </LocaleLink>
    </div>
  );
}
