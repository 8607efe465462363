import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReusableLink } from '@sigill/sdk/portal';
import {
  linkDeleteMutation,
  linkGetOptions,
  linkListQueryKey,
  linkUpdateMutation,
} from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useMay } from '../../api/role';
import { languageNames } from '../../i18n/languages';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { Fact, KeyValue } from '../../ui/KeyValue';
import { Time } from '../../ui/Time';
import { useToast } from '../../ui/Toast';
import { ConfirmButton } from '../forms/ConfirmButton';
import { ProblemAlert } from '../forms/ProblemAlert';
import { useFinish } from '../forms/use-finish';
import { ButtonLink, LocaleLink } from '../navigation/LocaleLink';
import { LinkState, useCountNames } from './link-words';
import { Poster } from './Poster';

export function LinkDetails({ id }: { id: number }) {
  const { data: link } = useSuspenseQuery(linkGetOptions({ id }));
  return (
    <div className="grid gap-x-16 gap-y-12 xl:grid-cols-[1fr_26rem]">
      <section data-print="hidden" className="min-w-0 space-y-8">
        <div className="space-y-3">
          <p className="text-xl wrap-anywhere">{link.name}</p>
          <LinkState state={link.state} />
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <a
              href={link.url}
              target="_blank"
              rel="noreferrer"
              translate="no"
              className="link font-mono text-sm wrap-anywhere"
            >
              {link.url}
            </a>
            <CopyButton text={link.url} className="-ms-3" />
          </p>
        </div>
        <Numbers link={link} />
        <Facts link={link} />
        <Actions link={link} />
      </section>
      <section className="min-w-0 space-y-4">
        <Poster link={link} />
        <p data-print="hidden">
          <Button variant="secondary" onClick={() => print()}>
            <Trans>Print the poster</Trans>
          </Button>
        </p>
      </section>
    </div>
  );
}

function Numbers({ link: { id, started, open, approved, rejected, limit } }: { link: ReusableLink }) {
  const { t } = useLingui();
  const names = useCountNames();
  const numbers = [
    [names.started, started],
    [t`Open now`, open],
    [names.approved, approved],
    [names.rejected, rejected],
  ] as const;
  const ends = limit !== undefined && (
    <p className="text-sm text-muted">
      <Plural value={limit} one="Ends after # verified person." other="Ends after # verified people." />
    </p>
  );
  if (started === 0)
    return (
      <div className="space-y-2">
        <p>{t`Nobody has used the link yet. Send its address, or print the poster and put it up.`}</p>
        {ends}
      </div>
    );
  return (
    <div className="space-y-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        {numbers.map(([name, count]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="display text-2xl tabular-nums">{count}</dd>
          </div>
        ))}
      </dl>
      {ends}
      <LocaleLink to={`/sessions?link=${id}`} className="link text-sm">{t`Its sessions`}</LocaleLink>
    </div>
  );
}

function Facts({ link }: { link: ReusableLink }) {
  const { t } = useLingui();
  const { title, expires, created, session_options: options } = link;
  const yes = (is: boolean | undefined) => (is ? t`Yes` : undefined);
  return (
    <KeyValue>
      <Fact name={t`Title`} value={title} />
      <Fact name={t`Created`} value={<Time value={created} />} />
      <Fact name={t`Ends`} value={expires && <Time value={expires} />} />
      <Fact name={t`Reference`} value={options.reference} mono />
      <Fact name={t`Policy`} value={options.policy} mono />
      <Fact name={t`Page language`} value={options.locale && languageNames[options.locale]} />
      <Fact name={t`Face verification`} value={yes(options.face_verification)} />
      <Fact name={t`Passports only`} value={yes(options.passport_only)} />
      <Fact name={t`Specimen documents only`} value={yes(options.specimen)} />
      <Fact name={t`Callback`} value={options.callback_url} mono />
    </KeyValue>
  );
}

function Actions({ link: { id, state, url } }: { link: ReusableLink }) {
  const { t } = useLingui();
  const toast = useToast();
  const finish = useFinish();
  const queryClient = useQueryClient();
  const mayChange = useMay('link.update');
  const refresh = () => queryClient.invalidateQueries({ queryKey: linkListQueryKey() });
  const turn = useMutation({
    ...linkUpdateMutation(),
    async onSuccess(changed) {
      queryClient.setQueryData(linkGetOptions({ id }).queryKey, changed);
      toast(changed.state === 'ENDED' ? t`Link ended.` : t`Link works again.`);
      await refresh();
    },
  });
  const remove = useMutation({
    ...linkDeleteMutation(),
    async onSuccess() {
      await refresh();
      await finish('/links', t`Link deleted.`);
    },
  });
  if (!mayChange) return null;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`/edit-link/${id}`} variant="secondary">{t`Edit`}</ButtonLink>
        {state === 'ENDED' ? (
          <Button variant="secondary" loading={turn.isPending} onClick={() => turn.mutate({ id, ended: false })}>
            <Trans>Reactivate the link</Trans>
          </Button>
        ) : (
          <ConfirmButton
            call={turn}
            variables={{ id, ended: true }}
            button={t`End the link`}
            title={t`End the link?`}
            cancel={t`Keep it`}
          >
            <p>{t`It no longer starts sessions, and its page says so. Open sessions continue.`}</p>
          </ConfirmButton>
        )}
        <ConfirmButton
          danger
          call={remove}
          variables={{ id }}
          button={t`Delete`}
          title={t`Delete the link?`}
          confirm={t`Delete the link`}
        >
          <p className="wrap-anywhere">
            <Trans>
              <span className="font-mono text-sm">{url}</span> stops working for good. Its sessions stay in the list.
            </Trans>
          </p>
        </ConfirmButton>
      </div>
      <ProblemAlert error={turn.error} />
    </div>
  );
}
