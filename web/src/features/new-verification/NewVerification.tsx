import { Trans, useLingui } from '@lingui/react/macro';
import type { SessionCreateParams } from '@sigill/sdk/portal';
import { sessionCreateMutation, sessionListQueryKey } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { ProblemAlert } from '../forms/ProblemAlert';
import { useFinish } from '../forms/use-finish';
import { rememberLink } from '../sessions/known-link';
import { OptionFields, type VerificationOptions } from './OptionFields';

const usual: VerificationOptions = {
  locale: '',
  policy: '',
  face_verification: false,
  passport_only: false,
  specimen: false,
};

/** With an email address, the link is sent at once. Otherwise it is shown. */
export function NewVerification() {
  const { t } = useLingui();
  const [email, setEmail] = useState('');
  const [reference, setReference] = useState('');
  const [options, setOptions] = useState(usual);
  const create = useCreate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending || create.isSuccess) return;
    const send_to = email.trim();
    const named = reference.trim();
    create.mutate({ ...withoutDefaults(options), ...(send_to && { send_to }), ...(named && { reference: named }) });
  };
  return (
    <form method="post" className="space-y-7" onSubmit={submit}>
      <Field
        label={t`The person’s email`}
        optional={t`Optional`}
        hint={t`We send the link and do not keep the address. Leave it empty to copy the link or show it as a QR code.`}
        type="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <Field
        label={t`Reference`}
        optional={t`Optional`}
        hint={t`Your own name for it, such as an order number.`}
        autoComplete="off"
        maxLength={255}
        value={reference}
        onChange={({ target }) => setReference(target.value)}
      />
      <OptionFields value={options} onChange={setOptions} />
      <ProblemAlert error={create.error} />
      <Button type="submit" loading={create.isPending || create.isSuccess} className="w-full sm:w-auto sm:min-w-44">
        {email.trim() ? <Trans>Send the link</Trans> : <Trans>Create the link</Trans>}
      </Button>
    </form>
  );
}

/** Only the options that were chosen, so that the account's defaults apply to the others. */
export function withoutDefaults({ locale, policy, ...flags }: VerificationOptions) {
  const chosen = Object.entries(flags).filter(([, on]) => on);
  return {
    ...(locale && { locale }),
    ...(policy && { policy }),
    ...(Object.fromEntries(chosen) as Partial<Record<keyof typeof flags, true>>),
  };
}

function useCreate() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const finish = useFinish();
  return useMutation({
    ...sessionCreateMutation(),
    async onSuccess({ id, open_url }, { send_to }: SessionCreateParams) {
      rememberLink(queryClient, id, { open_url });
      await queryClient.invalidateQueries({ queryKey: sessionListQueryKey() });
      await finish(`/session/${id}`, send_to ? t`Link sent to ${send_to}.` : t`Link created.`);
    },
  });
}
