import { Trans, useLingui } from '@lingui/react/macro';
import { type ProofClaimName, presentProof, proofClaimNames } from '@sigill/sdk/proof';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { sigill } from '../../api/client';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { download } from '../files/download';
import { ProblemAlert } from '../forms/ProblemAlert';
import { TextLink } from '../navigation/LocaleLink';

export function SessionProof({ id }: { id: number }) {
  const { t } = useLingui();
  // Not cached after the screen is closed, because the proof contains identity data.
  const { data, error, isPending, mutate } = useMutation({ mutationFn: () => sigill.session.proof({ id }), gcTime: 0 });
  return (
    <section aria-labelledby="proof" className="space-y-4">
      <h2 id="proof" className="display text-xl">{t`Proof`}</h2>
      <p>
        <Trans>
          A signed statement of this result that anyone can verify without asking us. You choose what it discloses.
        </Trans>{' '}
        <TextLink to="/integration-guide" hash="proof">{t`How to verify it`}</TextLink>
      </p>
      {data ? (
        <Presentation proof={data.proof} file={`proof-${id}.txt`} />
      ) : (
        <Button variant="secondary" loading={isPending} onClick={() => mutate()}>{t`Issue a proof`}</Button>
      )}
      <div className="empty:hidden">
        <ProblemAlert error={error} />
      </div>
    </section>
  );
}

const EVIDENCE = new Set<string>(['security_object', 'signer', 'trust_anchor', 'flags', 'chip_answer', 'session']);

function groupOf(name: ProofClaimName): 'document' | 'age' | 'evidence' {
  if (name.startsWith('age_over_')) return 'age';
  return EVIDENCE.has(name) || name.endsWith('_sha256') ? 'evidence' : 'document';
}

export function Presentation({ proof, file }: { proof: string; file: string }) {
  const { t } = useLingui();
  const all = proofClaimNames(proof);
  const [shown, setShown] = useState<readonly ProofClaimName[]>(all);
  const presentation = presentProof(proof, shown);
  const toggle = (name: ProofClaimName) =>
    setShown(shown.includes(name) ? shown.filter((other) => other !== name) : [...shown, name]);
  const legends = { document: t`Document`, age: t`Age on this day`, evidence: t`Evidence` };
  return (
    <div className="space-y-4">
      {Object.entries(legends)
        .map(([group, legend]) => ({ legend, names: all.filter((name) => groupOf(name) === group) }))
        .filter(({ names }) => names.length > 0)
        .map(({ legend, names }) => (
          <fieldset key={legend}>
            <legend className="caps mb-1">{legend}</legend>
            <div className="flex flex-wrap gap-x-5">
              {names.map((name) => (
                <label key={name} className="flex min-h-8 items-center gap-2 font-mono text-sm">
                  <input
                    type="checkbox"
                    className="size-4 accent-accent"
                    checked={shown.includes(name)}
                    onChange={() => toggle(name)}
                  />
                  {name}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      <textarea
        readOnly
        rows={4}
        aria-label={t`Presentation`}
        value={presentation}
        className="block w-full rounded-md border border-edge bg-sunken p-3 font-mono text-xs break-all"
      />
      <p className="flex flex-wrap items-center gap-3">
        <CopyButton text={presentation} />
        <Button variant="quiet" size="small" onClick={() => download(btoa(presentation), file, 'text/plain')}>
          {t`Download`}
        </Button>
      </p>
    </div>
  );
}
