import { Trans, useLingui } from '@lingui/react/macro';
import type { CallbackMessage } from '@sigill/sdk/portal';
import { callbackSecretOptions } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { StateMark } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { Field, FieldFrame, useField } from '../../ui/Field';
import { inputClass } from '../../ui/input-class';
import { ProblemAlert } from '../forms/ProblemAlert';
import { type CallbackRefusal, type Checked, checkSignature, writeHeaders } from './check-signature';

/** The SDK's default: receivers refuse callbacks that are older. */
const tolerance_seconds = 300;

/** Checks in the page, without sending or storing anything that is pasted. `message` is the callback that the fields contain at first. */
export function CheckSignature({ message }: { message?: CallbackMessage }) {
  const { t } = useLingui();
  const [body, setBody] = useState(message?.body ?? '');
  const [headers, setHeaders] = useState(message ? writeHeaders(message.headers) : '');
  const [secret, setSecret] = useState('');
  const [found, setFound] = useState<Checked>();
  const edit = (set: (value: string) => void) => (value: string) => {
    set(value);
    setFound(undefined);
  };
  const check = async (event: FormEvent) => {
    event.preventDefault();
    setFound(await checkSignature({ body, headers, secret }));
  };
  return (
    <form onSubmit={check} className="grid gap-x-16 gap-y-5 xl:grid-cols-2">
      <div className="space-y-5">
        <PastedText label={t`Body, exactly as received`} value={body} onText={edit(setBody)} />
        <PastedText
          label={t`Headers`}
          hint={t`Paste them from your log: lines, JSON or curl. Only the three that start with webhook- are used.`}
          value={headers}
          onText={edit(setHeaders)}
        />
      </div>
      <div className="space-y-5">
        <SecretField value={secret} onChange={edit(setSecret)} />
        <Button type="submit" variant="secondary" disabled={!body && !headers} className="w-full sm:w-auto">
          {t`Check the signature`}
        </Button>
        <div role="status" className="empty:hidden">
          {found?.outcome === 'right' && (
            <div className="space-y-2">
              <StateMark tone="good">{t`The signature is valid.`}</StateMark>
              {Math.abs(found.skew_seconds) > tolerance_seconds && <Age seconds={found.skew_seconds} />}
            </div>
          )}
          {found?.outcome === 'wrong' && <SignatureFinding code={found.code} missing={found.missing} />}
        </div>
      </div>
    </form>
  );
}

function SignatureFinding({ code, missing }: { code: CallbackRefusal; missing: string[] }) {
  const { t } = useLingui();
  const names = missing.join(', ');
  const findings: Record<CallbackRefusal, [finding: string, remedy: string]> = {
    missing_header: [
      t`A header is missing: ${names}`,
      t`Pass all three to the check. A proxy or framework may have dropped or renamed them.`,
    ],
    wrong_secret: [
      t`This is not a signing secret.`,
      t`Signing secrets start with whsec_ and are shown under “Signing secret”. API key secrets don’t sign callbacks.`,
    ],
    parsed_body: [t`The body was parsed before the check.`, t`Verify the raw request body first, then parse it.`],
    truncated: [
      t`The body or the signature is truncated.`,
      t`Check your log, proxy or framework for a size limit on bodies or headers.`,
    ],
    reserialized_body: [
      t`The body was parsed and serialized again.`,
      t`Its spacing, escaping or key order differs from what was signed. Check the raw body, before any JSON parser.`,
    ],
    old_key: [
      t`The signature was made with another secret, or the body was changed.`,
      t`Usually the secret belongs to another account or predates a rotation. Compare it with the one under “Signing secret”.`,
    ],
    clock_skew: [t`The timestamp is not valid.`, t`The webhook-timestamp header contains seconds since 1970.`],
  };
  const [finding, remedy] = findings[code];
  return (
    <div className="space-y-2">
      <StateMark tone="bad">
        <span className="whitespace-normal">{finding}</span>
      </StateMark>
      <p className="measure text-sm text-muted">{remedy}</p>
    </div>
  );
}

function Age({ seconds }: { seconds: number }) {
  const { i18n } = useLingui();
  const minutes = i18n.number(Math.round(Math.abs(seconds) / 60));
  return (
    <p className="measure text-sm text-muted">
      {seconds > 0 ? (
        <Trans>
          Its timestamp is {minutes} minutes old. Receivers reject callbacks older than 5 minutes: if yours rejected it
          when it was new, its clock is wrong.
        </Trans>
      ) : (
        <Trans>Its timestamp is {minutes} minutes ahead of this computer’s clock.</Trans>
      )}
    </p>
  );
}

function SecretField({ value, onChange }: { value: string; onChange: (secret: string) => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const take = useMutation({
    mutationFn: () => queryClient.fetchQuery(callbackSecretOptions()),
    onSuccess: ({ secret }) => onChange(secret),
  });
  return (
    <div className="space-y-3">
      <div className="grid items-start gap-x-4 gap-y-2 sm:grid-cols-[1fr_auto] xl:max-2xl:grid-cols-1">
        <Field
          label={t`Signing secret`}
          hint={t`The one your receiver uses. It never leaves this page.`}
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder="whsec_"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
        <Button
          variant="secondary"
          className="sm:mt-7 xl:max-2xl:mt-0 xl:max-2xl:justify-self-start"
          onClick={() => take.mutate()}
        >
          {t`Use this account’s secret`}
        </Button>
      </div>
      <ProblemAlert error={take.error} />
    </div>
  );
}

type TextProps = { label: string; hint?: string; value: string; onText: (value: string) => void };

function PastedText({ onText, ...props }: TextProps) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <textarea
        {...control}
        rows={5}
        spellCheck={false}
        autoComplete="off"
        translate="no"
        onChange={({ target }) => onText(target.value)}
        className={`${inputClass} font-mono text-xs! leading-6`}
      />
    </FieldFrame>
  );
}
