import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { lazyPart } from '../../api/later';
import { useMay } from '../../api/role';
import { Button } from '../../ui/Button';
import { ProblemAlert } from '../forms/ProblemAlert';
import { ButtonLink } from '../navigation/LocaleLink';

type Props = { isPending: boolean; error: Error | null; onTry: () => void };

export function EmptyOverview({ isPending, error, onTry }: Props) {
  const { t } = useLingui();
  const mayTry = useMay('session.create');
  return (
    <div className="relative border-y border-hairline py-12">
      <svg
        viewBox="0 0 806 220"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
        className="absolute inset-x-0 bottom-0 h-60 w-full text-accent opacity-40 [mask-image:linear-gradient(transparent,black)]"
        fill="none"
        stroke="currentColor"
        strokeWidth="0.6"
      >
        <path d={heights.map(hatchedBar).join('')} />
      </svg>
      <div className="relative pb-32">
        <h2 className="display text-xl">{t`Your first sessions will appear here.`}</h2>
        <p className="mt-3 measure text-muted">
          <Trans>
            See how many links reach a result and how long that takes, why some don’t, which countries issued the
            documents, and which devices read them. One session is enough to start, and specimens are free.
          </Trans>
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          {mayTry && (
            <Button loading={isPending} onClick={onTry}>
              {t`Try a specimen session`}
            </Button>
          )}
          <ButtonLink to="/api-reference" hash="session.create" variant="secondary">
            {t`How to create a session`}
          </ButtonLink>
        </div>
        <div className="mt-4 empty:hidden">
          <ProblemAlert error={error} />
        </div>
      </div>
    </div>
  );
}

/** An imaginary month. */
const heights = [
  18, 26, 22, 40, 52, 30, 24, 48, 60, 66, 58, 72, 44, 36, 70, 88, 92, 80, 104, 62, 50, 96, 118, 126, 110, 138, 90, 72,
  132, 150,
];

function hatchedBar(height: number, index: number): string {
  const x = index * 27 + 4;
  const lines = Array.from({ length: Math.floor(height / 6) }, (_, line) => `M${x} ${217 - line * 6}h18`);
  return `M${x} 220h18v${-height}h-18z${lines.join('')}`;
}

/**
 * Imported here and not in Overview.tsx, because the build adds the names of the needed files to the import, which would make the
 * overview larger.
 */
const Reader = lazyPart(async () => (await import('../specimen-session/SpecimenSession')).SpecimenSession);

export const SpecimenSession = (props: ComponentProps<typeof Reader>) => <Reader {...props} />;
