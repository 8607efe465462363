import { startTransition, useEffect, useState } from 'react';
import { Button } from '../../ui/Button';
import { SelectField } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { useCaptureTexts } from './capture-texts';
import { FaceStep, prepareSelfie } from './FaceStep';
import { KeyForm, nothing, type TypedKey } from './KeyForm';
import { ReadWithCamera } from './ReadWithCamera';
import { type FlowStep, printedLines, useFlow } from './use-flow';
import { useSpecimen, useSpecimens } from './use-specimens';

type Props = { token: string; face_verification: boolean; onEnd: () => void; onLeave: () => void };

export function BrowserFlow({ token, face_verification, onEnd, onLeave }: Props) {
  const t = useCaptureTexts();
  const { step, give, startOver } = useFlow(token, onEnd);
  const [name, choose] = useState('genuine');
  // Kept while the chip checks the key, so that a person corrects only what was wrong.
  const [typed, setTyped] = useState(nothing);
  const specimens = useSpecimens();
  const specimen = useSpecimen(name);
  useEffect(() => {
    if (face_verification) prepareSelfie();
  }, [face_verification]);
  const isFirst = step.step === 'key' && step.tries_left === undefined;
  /** Chooses the specimen with the typed document number. If there is none, the chip of the selected specimen refuses the key. */
  const open = (key: TypedKey) =>
    give(specimens.find((known) => known.document_number === key.document_number)?.name ?? name, key);
  const change = (name: string) => startTransition(() => choose(name));
  return (
    <div className="space-y-8">
      <div className="space-y-3">
        <h1 ref={focus} tabIndex={-1} className="display text-3xl outline-none">
          {t.flow.title}
        </h1>
        {isFirst && <p className="measure text-muted">{t.flow.lead}</p>}
      </div>
      <Steps step={step} face_verification={face_verification} />
      {step.step === 'key' && (
        <div className="grid items-start gap-8 lg:grid-cols-2">
          <section aria-labelledby="held" className="min-w-0 space-y-4">
            <h2 id="held" className="display text-xl">
              {t.flow.held}
            </h2>
            <SelectField
              label={t.flow.specimen}
              value={name}
              disabled={!isFirst}
              onChange={({ target }) => change(target.value)}
            >
              {specimens.map(({ name, title }) => (
                <option key={name} value={name} lang="en">
                  {title}
                </option>
              ))}
            </SelectField>
            <PrintedPage name={name} lines={printedLines(specimen)} />
          </section>
          <KeyForm tries_left={step.tries_left} typed={typed} onType={setTyped} onKey={open}>
            <ReadWithCamera onKey={open} />
          </KeyForm>
        </div>
      )}
      {step.step === 'face' && (
        <div className="mx-auto max-w-form">
          <FaceStep heading="h2" {...step.request} />
        </div>
      )}
      {(step.step === 'chip' || step.step === 'check') && <Progress step={step} />}
      {step.step === 'refused' && (
        <div role="alert" className="space-y-4 rounded-md border-s-4 border-warning bg-warning-wash p-4">
          <p>{t.flow[step.sentence]}</p>
          <Button variant="secondary" size="small" onClick={startOver}>
            {t.camera.again}
          </Button>
        </div>
      )}
      {isFirst && (
        <Button variant="quiet" onClick={onLeave}>
          <Icon name="back" className="mirrored size-5" />
          {t.flow.leave}
        </Button>
      )}
    </div>
  );
}

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

type StepsProps = { step: FlowStep; face_verification: boolean };

function Steps({ step: { step }, face_verification }: StepsProps) {
  const t = useCaptureTexts();
  const steps = [
    { id: 'key', name: t.flow.stepKey },
    ...(face_verification ? [{ id: 'face', name: t.flow.stepFace }] : []),
    { id: 'chip', name: t.flow.stepChip },
    { id: 'check', name: t.flow.stepCheck },
  ];
  const now = steps.findIndex(({ id }) => id === step);
  return (
    <ol aria-label={t.flow.steps} className="flex gap-2 text-xs sm:text-sm">
      {steps.map(({ id, name }, index) => (
        <li
          key={id}
          aria-current={index === now ? 'step' : undefined}
          className={`min-w-0 grow basis-0 ${index === now ? 'font-medium' : 'text-muted'}`}
        >
          <span className={`mb-1.5 block h-1 rounded-full ${index <= now ? 'bg-accent' : 'bg-hairline'}`} />
          {name}
        </li>
      ))}
    </ol>
  );
}

/** The lines are text too, for people who cannot see the picture. */
function PrintedPage({ name, lines }: { name: string; lines: string[] }) {
  const t = useCaptureTexts();
  const path = `/specimens/${encodeURIComponent(name)}.svg`;
  return (
    <figure className="space-y-3">
      <a href={path} target="_blank" rel="noopener" className="block">
        <img src={path} alt={t.flow.page} className="w-full rounded-md border border-hairline bg-scanned-paper" />
      </a>
      <figcaption className="space-y-3">
        <p className="text-sm text-muted">{t.flow.pageHow}</p>
        <div className="@container rounded-md border border-hairline bg-raised p-3">
          <code dir="ltr" className="block font-mono text-[min(3.6cqi,1rem)] whitespace-pre select-all">
            {lines.join('\n')}
          </code>
        </div>
      </figcaption>
    </figure>
  );
}

function Progress({ step }: { step: Extract<FlowStep, { step: 'chip' | 'check' }> }) {
  const t = useCaptureTexts();
  const sentence = step.step === 'check' ? t.flow.checking : t.flow[step.sentence];
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-4 rounded-md border border-hairline bg-raised p-6 text-center">
      <Icon name={step.step === 'check' ? 'search' : 'nfc'} className="mirrored size-10 text-accent" />
      <p role="status" className="text-lg font-medium">
        {sentence}
      </p>
      {step.step === 'chip' && step.total ? (
        <progress aria-label={sentence} value={step.read ?? 0} max={step.total} className="h-1 w-full accent-accent" />
      ) : (
        <span className="progress-now block h-1 w-full rounded-full bg-accent" />
      )}
    </div>
  );
}
