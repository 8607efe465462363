import { useLingui } from '@lingui/react/macro';
import { buttonClass } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { Icon } from '../../ui/Icon';
import { QrCode } from '../sessions/QrCode';

export function LinkForPhone({ open_url, over = false }: { open_url: string; over?: boolean }) {
  const { t } = useLingui();
  return (
    <>
      <QrCode
        text={open_url}
        label={t`QR code of the session's link`}
        className={`size-40 ${over ? 'opacity-25' : ''}`}
      />
      <div className="flex flex-wrap items-center gap-3">
        <a
          href={open_url}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'secondary', size: 'small' })}
        >
          {t`Open session`} <Icon name="external" className="size-4" />
        </a>
        <CopyButton text={open_url} label={t`Copy the session's link`} />
      </div>
    </>
  );
}
