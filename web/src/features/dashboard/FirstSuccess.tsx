import { useLingui } from '@lingui/react/macro';
import type { Overview } from '@sigill/sdk/portal';
import { useEffect, useRef } from 'react';
import { chipPad, sealRing } from '../../../../openapi/facts/seal-shape';
import { Button } from '../../ui/Button';
import { CheckGlyph, checkNames, checkTones } from '../../ui/CheckGlyph';
import { ButtonLink } from '../navigation/LocaleLink';

type Props = {
  session: Overview['sessions'][number];
  seconds: number | undefined;
  onShown: () => void;
  onClose: () => void;
};

export function FirstSuccess({ session, seconds, onShown, onClose }: Props) {
  const { t, i18n } = useLingui();
  const drawing = useRef<HTMLDivElement>(null);
  useEffect(() => {
    onShown();
    if (drawing.current) play(drawing.current);
  }, [onShown]);
  const duration =
    seconds !== undefined && seconds < 600
      ? i18n.number(seconds, { style: 'unit', unit: 'second', unitDisplay: 'long' })
      : undefined;
  return (
    <section aria-labelledby="first-success" className="mb-10 rounded-md border border-accent bg-accent-wash p-6">
      <div ref={drawing} className="flex flex-wrap items-center gap-x-8 gap-y-5">
        <svg viewBox="-50 -50 100 100" aria-hidden="true" className="size-20 shrink-0 text-accent">
          <g fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinejoin="round">
            <path d={sealRing} pathLength={1} strokeDasharray="1" data-drawn />
            <path d={sealRing} pathLength={1} strokeDasharray="1" data-drawn transform="rotate(15)" />
            <path d={chipPad} pathLength={1} strokeDasharray="1" data-drawn strokeWidth="2.6" />
          </g>
        </svg>
        <div className="min-w-0 grow basis-60 space-y-3">
          <h2 id="first-success" className="display text-xl">{t`Your first verified document`}</h2>
          <p className="text-sm text-muted">
            {duration
              ? t`Read, checked and approved in ${duration}, from link to result.`
              : t`Read, checked and approved.`}{' '}
            {session.specimen ? t`It was a specimen. A real passport goes through the same steps.` : ''}
          </p>
          {session.checks && (
            <p aria-hidden="true" className="flex gap-1">
              {checkNames.map((name) => (
                <span key={name} data-set className={checkTones[session.checks![name]]}>
                  <CheckGlyph name={name} status={session.checks![name]} className="size-7" />
                </span>
              ))}
            </p>
          )}
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={`/session/${session.id}`} size="small">{t`See what was checked`}</ButtonLink>
            <ButtonLink to="/integration-guide" size="small" variant="secondary">{t`Connect your backend`}</ButtonLink>
            <Button size="small" variant="quiet" onClick={onClose}>{t`Close`}</Button>
          </div>
        </div>
      </div>
    </section>
  );
}

function play(drawing: HTMLElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const timing = { easing: 'cubic-bezier(0, 0, 0.2, 1)', fill: 'backwards' } as const;
  for (const path of drawing.querySelectorAll('[data-drawn]'))
    path.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { ...timing, duration: 1200 });
  for (const [index, mark] of drawing.querySelectorAll('[data-set]').entries())
    mark.animate(
      [
        { opacity: 0, transform: 'scale(0.6)' },
        { opacity: 1, transform: 'none' },
      ],
      {
        ...timing,
        duration: 200,
        delay: 900 + index * 160,
      },
    );
}
