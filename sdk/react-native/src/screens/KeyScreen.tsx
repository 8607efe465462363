import type { AccessKey } from '@sigill/reader';
import { type ReactElement, useState } from 'react';
import { View } from 'react-native';
import type { CameraLibrary } from '../face/camera-library.ts';
import { keyAmong, keyOfMrz, type MrzKey, type RecogniseText } from '../mrz/key-of-mrz.ts';
import { keyOfCan, keyOfFields, printedDate, type TypedFields } from '../mrz/typed-key.ts';
import type { Reader } from '../reading/create-reader.ts';
import type { Phase } from '../reading/phase.ts';
import type { Words as TextsOfLanguage } from '../texts/texts.ts';
import { useLook } from '../theme/look.tsx';
import { Button, Choice, Field } from './parts/Controls.tsx';
import { Screen, Words } from './parts/Screen.tsx';
import { ScanScreen } from './ScanScreen.tsx';

type Kind = 'fields' | 'lines' | 'can';
type Problem = keyof TextsOfLanguage['problems'];

interface Typed extends TypedFields {
  lines: string;
  can: string;
}

const NOTHING: Typed = { document_number: '', date_of_birth: '', date_of_expiry: '', lines: '', can: '' };

const KEYS: Record<Kind, (typed: Typed) => { key: AccessKey } | { problem: Problem }> = {
  fields: keyOfFields,
  lines: ({ lines }) => keyOfMrz(lines),
  can: ({ can }) => keyOfCan(can),
};

interface KeyScreenProps {
  phase: Extract<Phase, { phase: 'KEY' }>;
  reader: Reader;
  recogniseText?: RecogniseText | undefined;
  camera?: CameraLibrary | undefined;
}

export function KeyScreen({ phase, reader, recogniseText, camera }: KeyScreenProps): ReactElement {
  const { texts } = useLook();
  const [kind, setKind] = useState<Kind>('fields');
  const [typed, setTyped] = useState(NOTHING);
  const [problem, setProblem] = useState<Problem>();
  const [isScanning, setScanning] = useState(false);
  const [isScanned, setScanned] = useState(false);
  const open = () => {
    const result = KEYS[kind](typed);
    if ('key' in result) reader.give(result.key);
    else setProblem(result.problem);
  };
  const choose = (next: Kind) => {
    setKind(next);
    setProblem(undefined);
  };
  const take = (key: MrzKey) => {
    setTyped((before) => ({ ...before, ...fieldsOf(key) }));
    choose('fields');
    setScanning(false);
    setScanned(true);
  };
  const { tries_left } = phase;
  const denied = kind === 'can' ? texts.sentence('check_can') : texts.sentence('check_mrz');
  if (isScanning && camera)
    return (
      <ScanScreen camera={camera} onKey={take} onType={() => setScanning(false)} onCancel={() => void reader.abort()} />
    );
  return (
    <Screen
      title={texts.key_title}
      spoken={tries_left === undefined ? texts.key_text : denied}
      actions={<Button label={texts.open_chip} onPress={open} />}
      onCancel={() => void reader.abort()}
    >
      {tries_left === undefined ? (
        <Words>{texts.key_text}</Words>
      ) : (
        <Words tone="danger" live>
          {denied} {texts.tries_left(tries_left)}
        </Words>
      )}
      {recogniseText ? <Scan recogniseText={recogniseText} onKey={take} /> : null}
      {camera && !recogniseText ? <Button label={texts.recognise} quiet onPress={() => setScanning(true)} /> : null}
      {isScanned ? <Words live>{texts.recognised}</Words> : null}
      <KindChoice chosen={kind} onChoose={choose} passport_only={phase.session.passport_only} />
      <KeyFields kind={kind} typed={typed} onType={setTyped} problem={problem} />
    </Screen>
  );
}

const fieldsOf = (key: MrzKey): TypedFields => ({
  document_number: key.document_number,
  date_of_birth: printedDate(key.date_of_birth, 'PAST'),
  date_of_expiry: printedDate(key.date_of_expiry, 'FUTURE'),
});

function Scan({ recogniseText, onKey }: { recogniseText: RecogniseText; onKey: (key: MrzKey) => void }) {
  const { texts } = useLook();
  const [hasFailed, setFailed] = useState(false);
  const scan = async () => {
    const key = keyAmong(await recogniseText().catch(() => []));
    setFailed(!key);
    if (key) onKey(key);
  };
  return (
    <View>
      <Button label={texts.recognise} quiet onPress={() => void scan()} />
      {hasFailed ? <Words live>{texts.not_recognised}</Words> : null}
    </View>
  );
}

interface KindChoiceProps {
  chosen: Kind;
  onChoose: (kind: Kind) => void;
  passport_only: boolean;
}

function KindChoice({ chosen, onChoose, passport_only }: KindChoiceProps) {
  const { texts } = useLook();
  const options: [Kind, string][] = [
    ['fields', texts.key_by_fields],
    ['lines', texts.key_by_lines],
  ];
  // Passports have no card access number.
  if (!passport_only) options.push(['can', texts.key_by_can]);
  return <Choice label={texts.key_kinds} chosen={chosen} onChoose={onChoose} options={options} />;
}

interface KeyFieldsProps {
  kind: Kind;
  typed: Typed;
  onType: (typed: Typed) => void;
  problem: Problem | undefined;
}

function KeyFields({ kind, typed, onType, problem }: KeyFieldsProps) {
  const { texts } = useLook();
  const field = (name: keyof Typed) => ({
    label: texts[name],
    value: typed[name],
    onChange: (value: string) => onType({ ...typed, [name]: value }),
    problem: problem === name ? texts.problems[problem] : undefined,
  });
  if (kind === 'can') return <Field {...field('can')} hint={texts.can_hint} keys="digits" />;
  if (kind === 'lines')
    return <Field {...field('lines')} hint={texts.lines_hint} lines={3} problem={problem && texts.problems[problem]} />;
  return (
    <>
      <Field {...field('document_number')} />
      <Field {...field('date_of_birth')} hint={texts.date_hint} keys="date" />
      <Field {...field('date_of_expiry')} hint={texts.expiry_hint} keys="date" />
    </>
  );
}
