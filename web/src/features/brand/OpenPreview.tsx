import { Trans, useLingui } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import { facts } from '../../content/facts';
import { Icon } from '../../ui/Icon';
import { inkOn } from './ink-on';
import { isColour } from './typed-colour';

type Props = {
  name: string;
  logo: string | undefined;
  colour: string;
  language: string;
};

/** The head of the page that people open, on a phone, in both themes. */
export function OpenPreview(props: Props) {
  const { t } = useLingui();
  return (
    <div className="grid gap-6 sm:grid-cols-2 lg:sticky lg:top-28">
      <Phone {...props} theme="light" caption={t`In light`} />
      <Phone {...props} theme="dark" caption={t`In dark`} />
    </div>
  );
}

const scheme = { light: 'scheme-light', dark: 'scheme-dark' };

function Phone({ name, logo, colour, language, theme, caption }: Props & { theme: 'light' | 'dark'; caption: string }) {
  const brand = isColour(colour)
    ? { '--brand': colour, '--on-brand': inkOn(colour) }
    : { '--brand': 'var(--accent)', '--on-brand': 'var(--on-accent)' };
  return (
    <figure className="min-w-0">
      {/* It says nothing that the fields do not say, and nothing in it can be pressed. */}
      <div
        aria-hidden="true"
        data-preview={theme}
        style={brand as CSSProperties}
        className={`${scheme[theme]} overflow-hidden rounded-md border border-edge bg-paper text-ink select-none`}
      >
        <div className="border-b border-hairline bg-raised">
          <div className="h-1 bg-(--brand)" />
          <div className="flex h-16 items-center justify-between gap-3 px-4">
            {logo ? (
              <span className="-ms-2 flex min-w-0 rounded-md bg-scanned-paper px-2 py-1">
                <img src={logo} alt="" className="max-h-9 max-w-full object-contain" />
              </span>
            ) : (
              <span className="display min-w-0 truncate text-lg">{name}</span>
            )}
            <span className="flex shrink-0 items-center gap-1 text-sm">
              {language} <Icon name="chevron" className="size-4 text-muted" />
            </span>
          </div>
        </div>
        <div className="space-y-4 px-4 py-6">
          <p className="display text-xl">
            <Trans>Verify your identity</Trans>
          </p>
          <p className="text-sm">
            <Trans>
              <strong>{name}</strong> asks you to show your passport or identity card to your phone.
            </Trans>
          </p>
          <p className="rounded-md border border-[color-mix(in_oklab,var(--brand)_80%,var(--ink))] bg-(--brand) px-4 py-2.5 text-center text-sm font-medium text-(--on-brand)">
            <Trans>Open in {facts.apps.identity.name}</Trans>
          </p>
        </div>
      </div>
      <figcaption className="mt-2 text-sm text-muted">{caption}</figcaption>
    </figure>
  );
}
