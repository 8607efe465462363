import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { SessionStateMark } from '../sessions/SessionStateMark';
import { specimenTexts } from './specimen-texts';
import { type Outcome, type Specimen, specimenListOptions } from './use-reading';

type Props = { value: string; onChange: (name: string) => void; disabled?: boolean };

/** The specimen documents, grouped by how a session with them ends. Below the chosen one is what it demonstrates. */
export function SpecimenChooser({ value, onChange, disabled }: Props) {
  const { t, i18n } = useLingui();
  const { data: specimens } = useSuspenseQuery(specimenListOptions());
  const group = useId();
  const groups: { title: string; outcomes: Outcome[] }[] = [
    { title: t`Genuine`, outcomes: ['APPROVED'] },
    { title: t`Forged, copied or expired`, outcomes: ['REJECTED'] },
    { title: t`Interrupted`, outcomes: ['FAILED', 'ABORTED'] },
  ];
  const titleOf = ({ name, title }: Specimen) => (specimenTexts[name] ? i18n._(specimenTexts[name].title) : title);
  const provesOf = ({ name, description }: Specimen) =>
    specimenTexts[name] ? i18n._(specimenTexts[name].proves) : description;
  const chosen = specimens.find(({ name }) => name === value);
  return (
    <fieldset disabled={disabled} className="space-y-6">
      <legend className="sr-only">
        <Trans>Specimen document</Trans>
      </legend>
      {groups.map(({ title, outcomes }) => (
        <div key={title}>
          <p className="caps mb-2">{title}</p>
          <div className="flex flex-wrap gap-2">
            {specimens
              .filter(({ outcome }) => outcomes.includes(outcome.state))
              .map((specimen) => (
                <label
                  key={specimen.name}
                  className="inline-flex min-h-9 cursor-pointer items-center rounded-md border border-edge px-3 text-sm hover:border-ink has-checked:border-accent has-checked:bg-accent-wash has-checked:text-accent has-disabled:cursor-not-allowed has-disabled:text-muted has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
                >
                  <input
                    type="radio"
                    name={group}
                    value={specimen.name}
                    checked={specimen.name === value}
                    onChange={() => onChange(specimen.name)}
                    className="sr-only"
                  />
                  {titleOf(specimen)}
                </label>
              ))}
          </div>
        </div>
      ))}
      {chosen && (
        <div aria-live="polite" className="border-l-2 border-accent pl-4">
          <p>{provesOf(chosen)}</p>
          <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
            <Trans>Ends as</Trans> <SessionStateMark state={chosen.outcome.state} />
            {chosen.outcome.code && <code className="font-mono text-sm">{chosen.outcome.code}</code>}
          </p>
        </div>
      )}
    </fieldset>
  );
}
