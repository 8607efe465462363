import { Trans, useLingui } from '@lingui/react/macro';
import { type ChangeEvent, useId, useRef } from 'react';
import { Button, buttonClass } from '../../ui/Button';
import { described, FieldFrame } from '../../ui/Field';

const KINDS = ['image/png', 'image/jpeg', 'image/webp'];
const MOST_BYTES = 256 * 1024;

type Props = {
  /** The source of the logo: its address, or the chosen file. */
  shown: string | undefined;
  error: string | undefined;
  /** The file as a data URL, or undefined to remove it. */
  onLogo: (url: string | undefined) => void;
  onRefused: () => void;
};

/** Chooses, shows and removes the logo. Files that can't be a logo are rejected before sending; the service checks again. */
export function LogoField({ shown, error, onLogo, onRefused }: Props) {
  const { t } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    // Lets the same file be chosen again after it was rejected or removed.
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

/** The site's policy allows pictures from its own origin and from data URLs. */
const dataUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
