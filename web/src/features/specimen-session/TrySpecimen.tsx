import { Trans, useLingui } from '@lingui/react/macro';
import type { PersonLocale } from '@sigill/sdk/portal';
import { sessionCreateMutation } from '@sigill/sdk/portal/react-query';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../api/later';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/Skeleton';
import { ProblemAlert } from '../forms/ProblemAlert';
import { PageLanguageField } from '../new-verification/PageLanguageField';

const MadeSession = lazyPart(async () => (await import('./SpecimenSession')).SpecimenSession);

export function TrySpecimen() {
  const { t } = useLingui();
  const [locale, setLocale] = useState<PersonLocale | ''>('');
  const create = useMutation(sessionCreateMutation());
  if (create.data)
    return (
      <Suspense fallback={<Skeleton lines={6} className="mb-10 py-8" />}>
        <MadeSession key={create.data.id} session={create.data} onClose={create.reset} />
      </Suspense>
    );
  return (
    <div className="mb-10 space-y-3">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Button
          variant="secondary"
          loading={create.isPending}
          onClick={() => create.mutate({ specimen: true, ...(locale && { locale }) })}
        >
          {t`Try a specimen session`}
        </Button>
        <PageLanguageField value={locale} onChange={setLocale} className="w-60" />
      </div>
      <p className="measure text-sm text-muted">
        <Trans>Runs the complete flow with a specimen document. Works in production and is never billed.</Trans>
      </p>
      <ProblemAlert error={create.error} />
    </div>
  );
}
