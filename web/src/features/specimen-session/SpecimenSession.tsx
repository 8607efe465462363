import { useLingui } from '@lingui/react/macro';
import { dashboardOverviewQueryKey, sessionGetOptions, sessionListQueryKey } from '@sigill/sdk/portal/react-query';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '../../ui/Button';
import { isEnd } from '../demo/follow-session';
import { LocaleLink } from '../navigation/LocaleLink';
import { SpecimenReader } from '../reader/SpecimenReader';
import { LinkForPhone } from '../session-page/LinkForPhone';
import { SessionStateMark } from '../sessions/session-cells';

const LOOK_EVERY_MS = 2000;

/** Focuses the heading, so that screen readers announce it. It says what the pressed button did. */
const focus = (heading: HTMLElement | null) => heading?.focus();

type Created = { id: number; token: string; open_url: string };

export function SpecimenSession({ session, onClose }: { session: Created; onClose: () => void }) {
  const { t } = useLingui();
  const { id, token, open_url } = session;
  const queryClient = useQueryClient();
  const { data } = useQuery({
    ...sessionGetOptions({ id }),
    refetchInterval: ({ state }) => (state.data && isEnd(state.data.state) ? false : LOOK_EVERY_MS),
  });
  const state = data?.state ?? 'CREATED';
  const ended = isEnd(state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: they are refetched with each state.
  useEffect(() => {
    for (const queryKey of [sessionListQueryKey(), dashboardOverviewQueryKey()])
      void queryClient.invalidateQueries({ queryKey });
  }, [state, queryClient]);

  return (
    <section aria-labelledby="specimen-session" className="mb-10 border-y border-hairline py-8">
      <div className="mb-6 flex items-start justify-between gap-4">
        <div className="space-y-2">
          <h2 id="specimen-session" ref={focus} tabIndex={-1} className="display text-xl">{t`Specimen session`}</h2>
          <p role="status" className="flex flex-wrap items-center gap-x-3">
            <SessionStateMark state={state} />
            <LocaleLink to={`/session/${id}`} className="link font-mono text-sm">
              {id}
            </LocaleLink>
          </p>
        </div>
        <Button variant="quiet" size="small" onClick={onClose}>{t`Close`}</Button>
      </div>
      <div className="grid gap-x-16 gap-y-10 xl:grid-cols-[1fr_22rem]">
        <div className="min-w-0">
          <h3 className="mb-4 font-medium">{t`Complete it here with the specimen reader`}</h3>
          <SpecimenReader token={token} onEnd={() => queryClient.invalidateQueries(sessionGetOptions({ id }))} />
        </div>
        <div className="min-w-0 space-y-4">
          <h3 className="font-medium">{t`Or open the link on a phone`}</h3>
          <LinkForPhone open_url={open_url} over={ended} />
        </div>
      </div>
    </section>
  );
}
