import { Trans, useLingui } from '@lingui/react/macro';
import type { ServiceKey } from '@sigill/sdk/portal';
import { type ReactNode, useEffect, useRef } from 'react';
import { facts } from '../../content/facts';
import { CopyButton } from '../../ui/CopyButton';
import { Guilloche } from '../../ui/Guilloche';
import { Microtext } from '../../ui/Microtext';
import { Seal } from '../../ui/Seal';

/** Takes the focus, because it appears below the pressed button. */
export function KeyCertificate({ keys, name }: { keys: ServiceKey; name?: string }) {
  const { t } = useLingui();
  const certificate = useRef<HTMLElement>(null);
  useEffect(() => {
    certificate.current?.focus({ preventScroll: true });
    certificate.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section
      ref={certificate}
      tabIndex={-1}
      aria-labelledby="key-pair"
      className="relative isolate overflow-hidden rounded-md border border-edge bg-raised outline-none"
    >
      <Microtext text={`${facts.product} ${t`key pair`}`} className="text-accent" />
      <Guilloche
        name={keys.public_key}
        className="absolute -end-24 -bottom-40 -z-10 size-[26rem] text-rose opacity-20"
      />
      <div className="p-6 sm:p-8">
        <header className="mb-8 flex items-start justify-between gap-4">
          <div>
            <h2 id="key-pair" className="display text-2xl">
              {name ?? <Trans>Key pair</Trans>}
            </h2>
            <p className="mt-1 font-mono text-xs text-muted">
              <Trans>Key id {keys.id}</Trans>
            </p>
          </div>
          <Seal className="size-14 shrink-0 text-accent" />
        </header>
        <dl className="space-y-6">
          <Key name={<Trans>Public key</Trans>} value={keys.public_key} copy={t`Copy the public key`} />
          <Key name={<Trans>Secret</Trans>} value={keys.secret} copy={t`Copy the secret`} />
        </dl>
        <p className="mt-6 measure text-sm">
          <Trans>
            <strong>Store the secret now.</strong> It won’t be shown again. If you lose it, generate a new pair and
            delete this one.
          </Trans>
        </p>
      </div>
      <Microtext text={`${facts.product} ${t`key pair`}`} className="text-accent" />
    </section>
  );
}

const Key = ({ name, value, copy }: { name: ReactNode; value: string; copy: string }) => (
  <div>
    <dt className="caps mb-1">{name}</dt>
    <dd className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-edge pb-2">
      <code className="min-w-0 font-mono text-base break-all">{value}</code>
      <CopyButton text={value} label={copy} className="-ms-3 sm:-me-3 sm:ms-0" />
    </dd>
  </div>
);
