import { Trans, useLingui } from '@lingui/react/macro';
import { type ChangeEvent, type ComponentProps, useId, useRef } from 'react';
import { accent } from '../../../../openapi/facts/colours';
import { Button, buttonClass } from '../../ui/Button';
import { described, Field, FieldFrame } from '../../ui/Field';
import { inputClass } from '../../ui/input-class';
import { inkOn } from '../open/brand-style';
import { isColour, typedColour } from './typed-colour';

type ColourProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  value: string;
  error: string | undefined;
  onColour: (colour: string) => void;
};

export function ColourField({ value, error, onColour, onBlur, ...props }: ColourProps) {
  const { t } = useLingui();
  const colour = typedColour(value);
  const hint = !isColour(colour)
    ? t`Six hexadecimal digits, such as #1d4f91.`
    : inkOn(colour) === '#ffffff'
      ? t`Text on this colour is white, so that it is readable.`
      : t`Text on this colour is black, so that it is readable.`;
  return (
    <Field
      {...props}
      value={value}
      onChange={({ target }) => onColour(target.value)}
      onBlur={(event) => {
        onColour(colour);
        onBlur?.(event);
      }}
      label={t`Colour`}
      optional={t`Optional`}
      hint={hint}
      {...(error && { error })}
      className="[&_input]:font-mono"
      autoComplete="off"
      spellCheck={false}
      maxLength={16}
    >
      <input
        type="color"
        aria-label={t`Pick a colour`}
        value={isColour(colour) ? colour : accent.light}
        onChange={({ target }) => onColour(target.value)}
        className="absolute inset-y-0 end-0 size-12 cursor-pointer rounded-md border border-edge bg-raised p-1.5 hover:border-ink"
      />
    </Field>
  );
}

const KINDS = ['image/png', 'image/jpeg', 'image/webp'];
const MOST_BYTES = 256 * 1024;

type LogoProps = {
  shown: string | undefined;
  error: string | undefined;
  /** The file as a data URL, or undefined to remove it. */
  onLogo: (url: string | undefined) => void;
  onRefused: () => void;
};

/** Rejects files that can't be a logo before sending them. The service checks again. */
export function LogoField({ shown, error, onLogo, onRefused }: LogoProps) {
  const { t } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    // Resetting the value lets the same file be chosen again after it was rejected or removed.
    if (file && (!KINDS.includes(file.type) || file.size > MOST_BYTES)) onRefused();
    else if (file) onLogo(await dataUrl(file));
    target.value = '';
  }

  function remove() {
    onLogo(undefined);
    input.current?.focus();
  }

  return (
    <FieldFrame
      id={id}
      label={t`Logo`}
      optional={t`Optional`}
      hint={t`PNG, JPEG or WebP, up to 256 KB. Shown on white, up to 240 by 80 pixels.`}
      {...(error && { error })}
    >
      <div className="flex flex-wrap items-center gap-3">
        <span className="grid h-20 w-44 place-items-center rounded-md border border-hairline bg-scanned-paper p-3 sm:w-56">
          {shown ? (
            <img src={shown} alt={t`Your logo`} className="max-h-full max-w-full object-contain" />
          ) : (
            <span className="text-sm text-scanned-ink">{t`No logo`}</span>
          )}
        </span>
        <span className="flex flex-wrap gap-3">
          <input
            ref={input}
            {...described(id, true, error)}
            type="file"
            accept={KINDS.join()}
            onChange={choose}
            className="peer sr-only"
          />
          <label
            htmlFor={id}
            className={`${buttonClass({ variant: 'secondary', size: 'small' })} cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent`}
          >
            {shown ? <Trans>Choose another file</Trans> : <Trans>Choose a file</Trans>}
          </label>
          {shown && <Button variant="quiet" size="small" onClick={remove}>{t`Remove the logo`}</Button>}
        </span>
      </div>
    </FieldFrame>
  );
}

/** A data URL, because the site's content security policy allows pictures only from its own origin and from data URLs. */
const dataUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

type AddressesProps = ComponentProps<'textarea'> & { error: string | undefined };

export function ReturnAddressesField({ error, ...props }: AddressesProps) {
  const { t } = useLingui();
  const id = useId();
  const hint = t`One host or app scheme per line, such as com.example.shop: or shop.example. If empty, redirect_url may be any address.`;
  return (
    <FieldFrame id={id} label={t`Allowed redirect URLs`} optional={t`Optional`} hint={hint} error={error}>
      <textarea
        {...props}
        {...described(id, hint, error)}
        rows={3}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        translate="no"
        className={`${inputClass} font-mono text-sm! leading-6`}
      />
    </FieldFrame>
  );
}

export const typedAddresses = (text: string): string[] => text.split(/[\s,;]+/).filter((address) => address !== '');
