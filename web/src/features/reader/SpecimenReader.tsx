import { Trans, useLingui } from '@lingui/react/macro';
import type { SessionEnd } from '@sigill/reader';
import type { ReadMrz } from '@sigill/reader/mrz-camera';
import type { PlayedStep, Spoken } from '@sigill/reader/specimen';
import type { FaultName } from '@sigill/reader/virtual-chip';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../api/later';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { ReadWithCamera } from '../capture/ReadWithCamera';
import { ProblemAlert } from '../forms/ProblemAlert';
import { Load } from '../loading/Load';
import { FaultChooser } from './FaultChooser';
import { SpecimenChooser, SpecimenProof } from './SpecimenChooser';
import { specimenListOptions, useReading } from './use-reading';

/** Loaded on demand, because only some sessions ask for a face. */
const FaceStep = lazyPart(async () => (await import('../capture/FaceStep')).FaceStep);

type Props = {
  token: string;
  specimen?: string;
  onEnd?: (end: SessionEnd) => void;
  /** The result. With it the reader takes the width of the page, and is beside the documents where there is room. */
  children?: ReactNode;
};

export function SpecimenReader({ token, specimen = 'genuine', onEnd, children }: Props) {
  const [chosen, choose] = useState(specimen);
  const [fault, goWrong] = useState<FaultName>();
  const reading = useReading(token, onEnd);
  const submitted = reading.isPending || reading.isSuccess;
  return (
    <Load lines={6}>
      <div className={children ? 'grid gap-x-16 gap-y-10 lg:grid-cols-2' : 'space-y-6'}>
        <div className="min-w-0 space-y-6">
          <SpecimenChooser value={chosen} onChange={choose} disabled={submitted} />
          <FaultChooser value={fault} onChange={goWrong} disabled={submitted} />
        </div>
        <div className="min-w-0 space-y-6">
          <SpecimenProof value={chosen} />
          <ProblemAlert error={reading.error} />
          {!reading.isSuccess && !reading.face && (
            <div className="flex flex-wrap gap-3">
              <Button loading={reading.isPending} onClick={() => reading.mutate({ name: chosen, fault })}>
                <Trans>Read this document</Trans>
              </Button>
              {!reading.isPending && (
                <LinesOfSpecimen
                  onRead={(name, key) => {
                    choose(name ?? chosen);
                    reading.mutate({ name: name ?? chosen, fault, key });
                  }}
                />
              )}
            </div>
          )}
          {reading.face && (
            <Load lines={4}>
              <FaceStep {...reading.face} />
            </Load>
          )}
          {children}
          {reading.steps.length > 0 && <ReadingSteps steps={reading.steps} ended={reading.isSuccess} />}
          {reading.said.length > 0 && <Conversation said={reading.said} />}
        </div>
      </div>
    </Load>
  );
}

type LinesProps = { onRead: (name: string | undefined, key: ReadMrz['key']) => void };

/** As on a phone: the printed lines identify the specimen and open its chip. */
function LinesOfSpecimen({ onRead }: LinesProps) {
  const { data: specimens } = useSuspenseQuery(specimenListOptions());
  return (
    <ReadWithCamera
      onKey={(key) =>
        onRead(specimens.find(({ document_number }) => document_number === key.document_number)?.name, key)
      }
    />
  );
}

function ReadingSteps({ steps, ended }: { steps: PlayedStep[]; ended: boolean }) {
  const now = steps.at(-1);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // The button that started the reading has disappeared, and its focus with it. The result above the steps stays in view.
    if (ended && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [ended]);
  return (
    <>
      <ol ref={list} tabIndex={-1} aria-live="polite" className="space-y-3 outline-none">
        {steps.filter(hasSentence).map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added, and some occur twice.
          <li key={index} className="flex gap-3">
            <Icon name={step.step === 'LOST' ? 'replay' : 'check'} className="mt-1 size-5 text-accent" />
            <p className="min-w-0">
              <Sentence step={step} />{' '}
              {callOf(step) && <code className="font-mono text-xs whitespace-nowrap text-muted">{callOf(step)}</code>}
            </p>
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

/** Not announced to screen readers, because it changes many times per second. */
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
      return step.face_verification ? (
        <Trans>The session requires the chip and a face.</Trans>
      ) : (
        <Trans>The session requires the chip.</Trans>
      );
    case 'STARTED':
      return <Trans>The reader has claimed the session. No other reader can take it.</Trans>;
    case 'ACCESSED':
      return <Access access={step.access} />;
    case 'LOST':
      return <Trans>Contact was lost. Reading continues at the next contact.</Trans>;
    case 'READ':
      return (
        <>
          <Trans>The files of the chip were read.</Trans> <FileSizes bytes={step.file_bytes} />
        </>
      );
    case 'CHALLENGED':
      return <Trans>The service sent a single-use challenge.</Trans>;
    case 'ANSWERED':
      return <ActiveAuthentication result={step.active_authentication} />;
    case 'TAMPERED':
      return step.active_authentication === 'REPLAY' ? (
        <Trans>An old response was sent in place of a new one.</Trans>
      ) : (
        <Trans>No response to the challenge was sent.</Trans>
      );
    case 'PROBED':
      return <Trans>The chip responded to a command of the service with keys that the reader does not have.</Trans>;
    case 'ENDED':
      return (
        <Trans>
          The service responded with <code className="font-mono text-sm">{step.code ?? step.state}</code>.
        </Trans>
      );
  }
}

function callOf(step: Told): string | undefined {
  if (step.step === 'ENDED' && step.state === 'FAILED') return 'reader.fail';
  if (step.step === 'ENDED' && step.state === 'ABORTED') return 'reader.abort';
  return calls[step.step];
}

const calls: Partial<Record<Told['step'], string>> = {
  OPENED: 'reader.open',
  STARTED: 'reader.start',
  CHALLENGED: 'reader.challenge',
  PROBED: 'reader.chip_authentication',
  ENDED: 'reader.submit',
};

type AccessProps = Pick<Extract<PlayedStep, { step: 'ACCESSED' }>, 'access'>;

function Access({ access: { protocol, mapping, cipher, key } }: AccessProps) {
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

type Answered = Extract<PlayedStep, { step: 'ANSWERED' }>;

function ActiveAuthentication({ result }: { result: Answered['active_authentication'] }) {
  switch (result) {
    case 'SIGNED':
      return <Trans>The chip signed the challenge with its own key.</Trans>;
    case 'FAILED':
      return <Trans>The chip did not sign the challenge.</Trans>;
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

/** Longer commands and responses are cut to this many hexadecimal digits. */
const SHOWN_DIGITS = 96;

function Conversation({ said }: { said: Spoken[] }) {
  const { t, i18n } = useLingui();
  return (
    <details className="disclosure text-sm">
      <summary>{t`Commands between reader and chip`}</summary>
      <p className="mb-3 text-muted">
        <Trans>
          {i18n.number(said.length)} commands. Once the chip is open they are encrypted, so only their names are shown.
        </Trans>
      </p>
      <ol
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard.
        tabIndex={0}
        aria-label={t`Commands and responses`}
        className="max-h-96 space-y-3 overflow-auto rounded-md border border-hairline bg-paper p-4 font-mono text-xs"
      >
        {said.map((exchange, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: exchanges are only added.
          <li key={index}>
            <p className="font-medium">{titleOf(exchange)}</p>
            <p className="break-all text-muted">→ {shortened(exchange.command)}</p>
            <p className="break-all text-muted">← {shortened(exchange.response)}</p>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** In the terms of the standards, which are the same in every language. */
const titleOf = ({ command_name, file, offset, secured, status }: Spoken) =>
  [command_name, file, offset !== undefined && `+${offset}`, secured && 'SM', `→ ${status}`].filter(Boolean).join(' ');

const shortened = (digits: string) =>
  digits.length > SHOWN_DIGITS ? `${digits.slice(0, SHOWN_DIGITS)}… (${digits.length / 2} B)` : digits;
