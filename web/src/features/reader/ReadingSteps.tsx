import { Trans, useLingui } from '@lingui/react/macro';
import type { ReaderStep } from '@sigill/sdk/reader';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon';

/** What the reader has done so far. */
export function ReadingSteps({ steps }: { steps: ReaderStep[] }) {
  return (
    <ol aria-live="polite" className="space-y-3">
      {steps.map((step) => (
        <li key={step.step} className="flex gap-3">
          <Icon name="check" className="mt-1 size-5 text-accent" />
          <div className="min-w-0">
            <Sentence step={step} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Sentence({ step }: { step: ReaderStep }) {
  switch (step.step) {
    case 'OPENED':
      return (
        <Line call="reader.open">
          {step.face_verification ? (
            <Trans>The session asks for the chip and a face.</Trans>
          ) : (
            <Trans>The session asks for the chip.</Trans>
          )}
        </Line>
      );
    case 'STARTED':
      return (
        <Line call="reader.start">
          <Trans>The reader holds the session; no other can take it.</Trans>
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
          <Trans>The service sent a challenge that is used once.</Trans>
        </Line>
      );
    case 'ANSWERED':
      return (
        <Line>
          <Answer kind={step.active_authentication} />
        </Line>
      );
    case 'PROBED':
      return (
        <Line call="reader.chip_authentication">
          <Trans>The chip answered a command of the service under keys that the reader does not have.</Trans>
        </Line>
      );
    case 'ENDED':
      return (
        <Line call={ending(step.state)}>
          <Trans>
            The service answered <code className="font-mono text-sm">{step.failure?.code ?? step.state}</code>.
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

function Answer({ kind }: { kind: Extract<ReaderStep, { step: 'ANSWERED' }>['active_authentication'] }) {
  switch (kind) {
    case 'SIGN':
      return <Trans>The chip signed the challenge with the key that it holds.</Trans>;
    case 'REPLAY':
      return <Trans>An old answer was sent in the place of a new one.</Trans>;
    case 'OMIT':
      return <Trans>No answer to the challenge was sent.</Trans>;
    case 'NOT_SUPPORTED':
      return <Trans>The chip has no key to sign with.</Trans>;
  }
}

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
