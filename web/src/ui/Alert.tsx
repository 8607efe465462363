import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton';
import { Icon, type IconName } from './Icon';

type Tone = 'warning' | 'danger' | 'success' | 'info';

const tones: Record<Tone, { icon: IconName; look: string; mark: string }> = {
  warning: { icon: 'warning', look: 'border-warning bg-warning-wash', mark: 'text-warning' },
  danger: { icon: 'warning', look: 'border-danger bg-danger-wash', mark: 'text-danger' },
  success: { icon: 'check', look: 'border-accent bg-accent-wash', mark: 'text-accent' },
  info: { icon: 'info', look: 'border-edge bg-raised', mark: 'text-muted' },
};

type Props = { tone?: Tone; title?: ReactNode; children?: ReactNode; requestId?: string; className?: string };

export function Alert({ tone = 'warning', title, children, requestId, className = '' }: Props) {
  const { t } = useLingui();
  const { icon, look, mark } = tones[tone];
  return (
    <div
      role={tone === 'info' || tone === 'success' ? 'status' : 'alert'}
      className={`flex gap-3 rounded-md border-s-4 px-4 py-3 ${look} ${className}`}
    >
      <Icon name={icon} className={`mt-1 size-5 ${mark}`} />
      <div className="min-w-0 grow space-y-1">
        {title && <p className="font-medium">{title}</p>}
        {children && <div>{children}</div>}
        {requestId && (
          <details className="text-sm text-muted">
            <summary className="link w-fit list-none py-1">{t`Details`}</summary>
            <p className="flex flex-wrap items-center gap-x-2">
              <Trans>Request id</Trans> <code className="min-w-0 font-mono break-all text-ink">{requestId}</code>{' '}
              <CopyButton text={requestId} className="-ms-3" />
            </p>
          </details>
        )}
      </div>
    </div>
  );
}
