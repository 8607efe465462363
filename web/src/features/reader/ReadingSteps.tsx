import { Trans, useLingui } from '@lingui/react/macro';
import type { PlayedStep } from '@sigill/reader/specimen';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon';

/** The reader's steps so far, and its progress in the current file. */
export function ReadingSteps({ steps }: { steps: PlayedStep[] }) {
  const now = steps.at(-1);
  return (
    <>
      <ol aria-live="polite" className="space-y-3">
        {steps.filter(hasSentence).map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added, and some occur twice.
          <li key={index} className="flex gap-3">
            <Icon name={step.step === 'LOST' ? 'replay' : 'check'} className="mt-1 size-5 text-accent" />
            <div className="min-w-0">
              <Sentence step={step} />
            </div>
          </li>
        ))}
      </ol>
      {now?.step === 'READING' && <FileProgress {...now} />}
    </>
  );
}

type Told = Exclude<PlayedStep, { step: 'WAITING' | 'READING' | 'SUBMITTING' | 'ACCESS_DENIED' }>;

const hasSentence = (step: PlayedStep): step is Told =>
  !['WAITING', 'READING', 'SUBMITTING', 'ACCESS_DENIED'].includes(step.step);

/** Not announced, because it changes many times per second. */
function FileProgress({ file, read, total }: Extract<PlayedStep, { step: 'READING' }>) {
  const name = file.toUpperCase();
  return (
    <p className="flex items-center gap-3 text-sm text-muted">
      <span className="w-24 font-mono text-xs">{name}</span>
      <progress value={read} max={total} aria-label={name} className="h-1 grow accent-accent" />
    </p>
  );
}

function Sentence({ step }: { step: Told }) {
  switch (step.step) {
    case 'OPENED':
      return (
        <Line call="reader.open">
          {step.face_verification ? (
            <Trans>The session requires the chip and a face.</Trans>
          ) : (
            <Trans>The session requires the chip.</Trans>
          )}
        </Line>
      );
    case 'STARTED':
      return (
        <Line call="reader.start">
          <Trans>The reader has claimed the session. No other reader can take it.</Trans>
        </Line>
      );
    case 'ACCESSED':
      return <Line>{accessSentence(step.access)}</Line>;
    case 'LOST':
      return (
        <Line>
          <Trans>Contact was lost. Reading continues at the next contact.</Trans>
        </Line>
      );
    case 'READ':
      return (
        <Line>
          <Trans>The files of the chip were read.</Trans> <FileSizes bytes={step.file_bytes} />
        </Line>
      );
    case 'CHALLENGED':
      return (
        <Line call="reader.challenge">
          <Trans>The service sent a single-use challenge.</Trans>
        </Line>
      );
    case 'ANSWERED':
      return (
        <Line>
          <Answer kind={step.active_authentication} />
        </Line>
      );
    case 'TAMPERED':
      return (
        <Line>
          <Tampering kind={step.active_authentication} />
        </Line>
      );
    case 'PROBED':
      return (
        <Line call="reader.chip_authentication">
          <Trans>The chip responded to a command of the service with keys that the reader does not have.</Trans>
        </Line>
      );
    case 'ENDED':
      return (
        <Line call={ending(step.state)}>
          <Trans>
            The service responded with <code className="font-mono text-sm">{step.code ?? step.state}</code>.
          </Trans>
        </Line>
      );
  }
}

/** The call with which the reader ended the session. */
function ending(state: string): string {
  if (state === 'FAILED') return 'reader.fail';
  return state === 'ABORTED' ? 'reader.abort' : 'reader.submit';
}

function accessSentence({ protocol, mapping, cipher, key }: Extract<PlayedStep, { step: 'ACCESSED' }>['access']) {
  const name = [protocol, mapping].filter(Boolean).join('-');
  return (
    <Trans>
      The chip was opened with the {key}:{' '}
      <span className="font-mono text-xs">
        {name}, {cipher}
      </span>
    </Trans>
  );
}

function Answer({ kind }: { kind: Extract<PlayedStep, { step: 'ANSWERED' }>['active_authentication'] }) {
  switch (kind) {
    case 'SIGNED':
      return <Trans>The chip signed the challenge with its own key.</Trans>;
    case 'FAILED':
      return <Trans>The chip did not sign the challenge.</Trans>;
    case 'NOT_SUPPORTED':
      return <Trans>The chip has no key to sign with.</Trans>;
  }
}

const Tampering = ({ kind }: { kind: 'OMIT' | 'REPLAY' }) =>
  kind === 'REPLAY' ? (
    <Trans>An old response was sent in place of a new one.</Trans>
  ) : (
    <Trans>No response to the challenge was sent.</Trans>
  );

function FileSizes({ bytes }: { bytes: Record<string, number> }) {
  const { i18n } = useLingui();
  return (
    <span className="font-mono text-xs text-muted">
      {Object.entries(bytes)
        .map(([name, size]) => `${name.toUpperCase()} ${i18n.number(size)} B`)
        .join(' · ')}
    </span>
  );
}

const Line = ({ call, children }: { call?: string; children: ReactNode }) => (
  <p>
    {children} {call && <code className="font-mono text-xs whitespace-nowrap text-muted">{call}</code>}
  </p>
);
