import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { SessionStateMark } from '../sessions/session-cells';
import { type Outcome, type Specimen, specimenListOptions } from './use-reading';

type Props = { value: string; onChange: (name: string) => void; disabled?: boolean };

export function SpecimenChooser({ value, onChange, disabled }: Props) {
  const { t, i18n } = useLingui();
  const { data: specimens } = useSuspenseQuery(specimenListOptions());
  const group = useId();
  const groups: { title: string; outcomes: Outcome[] }[] = [
    { title: t`Genuine`, outcomes: ['APPROVED'] },
    { title: t`Forged, copied or expired`, outcomes: ['REJECTED'] },
    { title: t`Interrupted`, outcomes: ['FAILED', 'ABORTED'] },
  ];
  const titleOf = ({ name, title }: Specimen) => (titles[name] ? i18n._(titles[name]) : title);
  return (
    <fieldset disabled={disabled} className="space-y-6">
      <legend className="sr-only">{t`Specimen document`}</legend>
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
    </fieldset>
  );
}

/** What the chosen document demonstrates, and how its session ends. */
export function SpecimenProof({ value }: { value: string }) {
  const { i18n } = useLingui();
  const { data: specimens } = useSuspenseQuery(specimenListOptions());
  const chosen = specimens.find(({ name }) => name === value);
  if (!chosen) return null;
  const { name, description, outcome } = chosen;
  return (
    <div aria-live="polite" className="border-l-2 border-accent pl-4">
      <p>{proofs[name] ? i18n._(proofs[name]) : description}</p>
      <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
        <Trans>Ends as</Trans> <SessionStateMark state={outcome.state} />
        {outcome.code && <code className="font-mono text-sm">{outcome.code}</code>}
      </p>
    </div>
  );
}

const titles: Record<string, MessageDescriptor> = {
  genuine: msg`Genuine passport`,
  'genuine-rsa-pss': msg`Genuine passport, RSA`,
  'id-card': msg`Genuine identity card`,
  'expired-document': msg`Expired passport`,
  'expired-signer': msg`Expired signer`,
  'tampered-dg1': msg`Altered date of birth`,
  'swapped-dg2': msg`Swapped portrait`,
  'bad-signature': msg`Forged signature`,
  'unknown-issuer': msg`Unknown issuer`,
  'wrong-country': msg`Wrong country`,
  cloned: msg`Cloned chip`,
  'replayed-aa': msg`Replayed response`,
  'aa-stripped': msg`Missing response`,
  'face-mismatch': msg`Different face`,
  'unreadable-portrait': msg`Unreadable portrait`,
  'nfc-failure': msg`Connection lost`,
  'user-abort': msg`Cancelled`,
  'genuine-ca': msg`Genuine passport, Chip Authentication`,
  'cloned-ca': msg`Cloned chip, Chip Authentication`,
  'weak-digest': msg`Outdated hashes`,
};

const proofs: Record<string, MessageDescriptor> = {
  genuine: msg`Signed by its state, and its chip proves with its own key that it is not a copy.`,
  'genuine-rsa-pss': msg`Another state signs with RSASSA-PSS, and the holder’s name has letters that the MRZ cannot represent.`,
  'id-card': msg`Cards work like passports, with a three-line MRZ and a JPEG 2000 portrait.`,
  'expired-document': msg`Everything is genuine, but it expired last year, so it is rejected.`,
  'expired-signer': msg`The passport would be valid, but the certificate that signed it no longer is.`,
  'tampered-dg1': msg`One digit was changed after issue, with correct check digits. The signed hash reveals it.`,
  'swapped-dg2': msg`Another person’s portrait was inserted after issue. The signed hash reveals it.`,
  'bad-signature': msg`It carries the genuine signer’s certificate, but was signed with another key.`,
  'unknown-issuer': msg`Signed by an authority with the right name and the wrong key.`,
  'wrong-country': msg`A trusted signer of one state signed a passport that claims to be from another.`,
  cloned: msg`Every file is copied from a genuine passport. Only the key inside its chip cannot be copied.`,
  'replayed-aa': msg`The genuine chip’s response was recorded earlier and is replayed. Each challenge is new.`,
  'aa-stripped': msg`The passport says that its chip can prove itself, but the reader sends no proof.`,
  'face-mismatch': msg`A genuine passport in someone else’s hands. Detected when face verification is on.`,
  'unreadable-portrait': msg`Correctly signed, but its portrait cannot be decoded.`,
  'nfc-failure': msg`The phone moves away from the chip and reports it. A new session can try again.`,
  'user-abort': msg`The end user cancels.`,
  'genuine-ca': msg`Its chip agrees on keys with the service and responds with them, as most European passports can.`,
  'cloned-ca': msg`Every file is copied, including the public key. Without the private key, the copy cannot respond.`,
  'weak-digest': msg`Everything is genuine, but hashed with SHA-1. A session can refuse such documents.`,
};
