import { useLingui } from '@lingui/react/macro';
import { sessionGetOptions, sessionListQueryKey } from '@sigill/sdk/portal/react-query';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { withLocale } from '../../i18n/locale';
import { Button, buttonClass } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { Icon } from '../../ui/Icon';
import { LocaleLink } from '../navigation/LocaleLink';
import { listOptions } from '../session-list/list-options';

/** Undefined until the session, or a list with it, has been loaded. */
export function useReference(id: number): string | undefined {
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...sessionGetOptions({ id }), enabled: false });
  return data ? data.reference : sessionIn(pageWith(queryClient, id), id)?.reference;
}

export function SessionId({ id }: { id: number }) {
  const { t } = useLingui();
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="font-mono text-sm">{id}</span>
      <CopyButton text={String(id)} label={t`Copy the session’s id`} />
    </span>
  );
}

export function Neighbours({ id }: { id: number }) {
  const { t } = useLingui();
  const { previous, next } = useNeighbours(id);
  if (!previous && !next) return null;
  return (
    <nav aria-label={t`Sessions in the list`} data-print="hidden" className="ms-auto flex gap-2">
      <Neighbour id={previous} rel="prev" />
      <Neighbour id={next} rel="next" />
    </nav>
  );
}

function Neighbour({ id, rel }: { id: number | undefined; rel: 'prev' | 'next' }) {
  const { t } = useLingui();
  const look = { variant: 'secondary', size: 'small' } as const;
  const icon = <Icon name={rel === 'prev' ? 'back' : 'arrow'} className="size-4" />;
  const name = rel === 'prev' ? t`Previous` : t`Next`;
  const words = rel === 'prev' ? [icon, name] : [name, icon];
  const content = (
    <>
      {words[0]}
      {words[1]}
    </>
  );
  // At either end of the list, a disabled button keeps the other link from moving under the pointer.
  if (id === undefined)
    return (
      <Button {...look} disabled>
        {content}
      </Button>
    );
  return (
    <LocaleLink to={`/session/${id}`} rel={rel} className={buttonClass(look)}>
      {content}
    </LocaleLink>
  );
}

type Listed = { id: number; reference?: string };
type ListPage = { sessions: Listed[]; next_cursor?: string };
type KnownPage = { params: { cursor?: string }; page: ListPage };

function knownPages(queryClient: QueryClient): KnownPage[] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: sessionListQueryKey() })
    .filter(({ state }) => state.data !== undefined)
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .map(({ queryKey, state }) => ({
      params: (queryKey[1] ?? {}) as KnownPage['params'],
      page: state.data as ListPage,
    }));
}

const pageWith = (queryClient: QueryClient, id: number) =>
  knownPages(queryClient).find(({ page }) => page.sessions.some((session) => session.id === id));

const sessionIn = (known: KnownPage | undefined, id: number) =>
  known?.page.sessions.find((session) => session.id === id);

/**
 * The next session may be on the next page of the list, which is then loaded. The previous one may be on the page before, if that
 * has been loaded.
 */
function useNeighbours(id: number): { previous?: number | undefined; next?: number | undefined } {
  const queryClient = useQueryClient();
  const known = useMemo(() => pageWith(queryClient, id), [queryClient, id]);
  const sessions = known?.page.sessions ?? [];
  const at = sessions.findIndex((session) => session.id === id);
  const cursor = at === sessions.length - 1 ? known?.page.next_cursor : undefined;
  const { data: after } = useQuery({
    ...listOptions({ ...known?.params, ...(cursor && { cursor }) }),
    enabled: cursor !== undefined,
  });
  if (!known) return {};
  const before =
    at > 0 || !known.params.cursor
      ? undefined
      : knownPages(queryClient).find(({ page }) => page.next_cursor === known.params.cursor)?.page;
  return {
    previous: (at > 0 ? sessions[at - 1] : before?.sessions.at(-1))?.id,
    next: (sessions[at + 1] ?? (cursor ? after?.sessions[0] : undefined))?.id,
  };
}

let lastList = '/sessions';

/** The list of sessions, with the filters it had when this session was opened from it. */
export function useListBehind(): string {
  const router = useRouter();
  // During the navigation, the resolved location is still that of the previous page.
  useState(() => {
    const from = router.state.resolvedLocation;
    if (from && withLocale(from.pathname, 'en') === '/sessions') lastList = `/sessions${from.searchStr}`;
  });
  return lastList;
}
