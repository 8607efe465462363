import { useId, useState } from 'react';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { type DocumentKind, HoldScene, PlaceScene, ScanScene } from './drawings/scenes';
import type { PhoneKind } from './use-browser';
import { useWords } from './words';

type Props = { thisPhone: PhoneKind | undefined; passportOnly: boolean };

export function HowTo({ thisPhone, passportOnly }: Props) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<PhoneKind>();
  const [kind, setKind] = useState<DocumentKind>('closed');
  const [shown, setShown] = useState(0);
  const phone = chosen ?? thisPhone ?? 'iphone';
  const document = passportOnly && kind === 'card' ? 'closed' : kind;
  const documents = { closed: t.closed, opened: t.opened, ...(passportOnly ? {} : { card: t.card }) };
  const placeTexts = {
    iphone: { closed: t.placeIphoneClosed, opened: t.placeIphoneOpened, card: t.placeIphoneCard },
    android: { closed: t.placeAndroidClosed, opened: t.placeAndroidOpened, card: t.placeAndroidCard },
  };
  const steps = [
    { Scene: ScanScene, title: t.scanStep, text: document === 'card' ? t.scanCard : t.scanPassport },
    { Scene: PlaceScene, title: t.placeStep, text: placeTexts[phone][document] },
    { Scene: HoldScene, title: t.holdStep, text: t.holdText },
  ];
  return (
    <section aria-labelledby="how">
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 id="how" className="display text-xl">
          {t.how}
        </h2>
        <Button variant="quiet" size="small" className="motion-reduce:hidden" onClick={() => setShown(shown + 1)}>
          <Icon name="replay" className="mirrored size-4" />
          {t.replay}
        </Button>
      </div>
      <div className="mb-6 flex flex-wrap gap-x-6 gap-y-3">
        <Choices
          legend={t.phone}
          value={phone}
          choices={{ iphone: 'iPhone', android: 'Android' }}
          onChoose={setChosen}
        />
        <Choices legend={t.document} value={document} choices={documents} onChoose={setKind} />
      </div>
      <ol key={`${phone} ${document} ${shown}`} className="grid gap-x-5 gap-y-8 sm:grid-cols-3">
        {steps.map(({ Scene, title, text }, index) => (
          <li key={title}>
            <div className="mb-3 overflow-hidden rounded-md border border-hairline bg-sunken">
              <Scene phone={phone} document={document} />
            </div>
            <h3 className="flex items-baseline gap-2 font-medium">
              <span aria-hidden="true" className="font-mono text-sm text-accent">
                {index + 1}
              </span>
              {title}
            </h3>
            <p className="mt-1 min-h-12 text-sm text-muted">{text}</p>
          </li>
        ))}
      </ol>
      <p className="measure mt-6 flex gap-3 text-sm text-muted">
        <Icon name="info" className="mt-0.5 size-5" />
        {t.tip}
      </p>
    </section>
  );
}

type ChoicesProps<Value extends string> = {
  legend: string;
  value: Value;
  choices: Partial<Record<Value, string>>;
  onChoose: (value: Value) => void;
};

function Choices<Value extends string>({ legend, value, choices, onChoose }: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset className="min-w-0 max-sm:grow">
      <legend className="caps mb-1.5">{legend}</legend>
      <div className="grid auto-cols-fr grid-flow-col rounded-md border border-edge p-0.5">
        {(Object.keys(choices) as Value[]).map((choice) => (
          <label
            key={choice}
            className="relative flex min-h-9 cursor-pointer items-center justify-center rounded-sm px-1 text-center text-xs sm:px-3 sm:text-sm has-checked:bg-accent-wash has-checked:text-accent-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={choice === value}
              onChange={() => onChoose(choice)}
            />
            {choices[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
