import type { AccessKey } from '@sigill/reader';
import { useState } from 'react';
import { View } from 'react-native';
import { keyAmong, keyOfMrz, type RecogniseText } from '../mrz/key-of-mrz.ts';
import { keyOfCan, keyOfFields, printedDate, type TypedFields } from '../mrz/typed-key.ts';
import type { Reader } from '../reading/create-reader.ts';
import type { Phase } from '../reading/phase.ts';
import type { Words as TextsOfLanguage } from '../texts/texts.ts';
import { useLook } from '../theme/look.tsx';
import { Button } from './parts/Button.tsx';
import { Choice } from './parts/Choice.tsx';
import { Field } from './parts/Field.tsx';
import { Screen, Words } from './parts/Screen.tsx';

type Kind = 'fields' | 'lines' | 'can';
type Problem = keyof TextsOfLanguage['problems'];

interface KeyScreenProps {
  phase: Extract<Phase, { phase: 'KEY' }>;
  reader: Reader;
  recogniseText?: RecogniseText | undefined;
}

/** Asks for the key to the chip: typed in one of three ways, or scanned if the app has a text recogniser. */
export function KeyScreen({ phase, reader, recogniseText }: KeyScreenProps) {
  const { texts } = useLook();
  const { passport_only } = phase.session;
  const [kind, setKind] = useState<Kind>('fields');
  const [fields, setFields] = useState<TypedFields>({ document_number: '', date_of_birth: '', date_of_expiry: '' });
  const [lines, setLines] = useState('');
  const [can, setCan] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const [scanned, setScanned] = useState<string>();

  const open = () => {
    const result: { key: AccessKey } | { problem: Problem } =
      kind === 'can' ? keyOfCan(can) : kind === 'lines' ? keyOfMrz(lines) : keyOfFields(fields);
    if ('key' in result) reader.give(result.key);
    else setProblem(result.problem);
  };
  const choose = (next: Kind) => {
    setKind(next);
    setProblem(undefined);
  };
  const scan = async (recognise: RecogniseText) => {
    const key = keyAmong(await recognise().catch(() => []));
    setScanned(key ? texts.recognised : texts.not_recognised);
    if (!key) return;
    const { document_number, date_of_birth, date_of_expiry } = key;
    setFields({
      document_number,
      date_of_birth: printedDate(date_of_birth, 'PAST'),
      date_of_expiry: printedDate(date_of_expiry, 'FUTURE'),
    });
    choose('fields');
  };
  const shown = (name: Problem) => (problem === name ? texts.problems[name] : undefined);
  const field = (name: keyof TypedFields) => ({
    label: texts[name],
    value: fields[name],
    onChange: (value: string) => setFields({ ...fields, [name]: value }),
    problem: shown(name),
  });
  const denied = kind === 'can' ? texts.sentence('check_can') : texts.sentence('check_mrz');
  return (
    <Screen
      title={texts.key_title}
      spoken={phase.tries_left === undefined ? texts.key_text : denied}
      actions={
        <>
          <Button label={texts.open_chip} onPress={open} />
          <Button label={texts.cancel} quiet onPress={() => void reader.abort()} />
        </>
      }
    >
      {phase.tries_left === undefined ? (
        <Words>{texts.key_text}</Words>
      ) : (
        <Words tone="danger" live>
          {denied} {texts.tries_left(phase.tries_left)}
        </Words>
      )}
      {recogniseText ? (
        <View>
          <Button label={texts.recognise} quiet onPress={() => void scan(recogniseText)} />
          {scanned ? <Words live>{scanned}</Words> : null}
        </View>
      ) : null}
      <Choice
        label={texts.key_kinds}
        chosen={kind}
        onChoose={choose}
        options={[
          ['fields', texts.key_by_fields],
          ['lines', texts.key_by_lines],
          // Passports have no card access number.
          ...(passport_only ? [] : [['can', texts.key_by_can] as [Kind, string]]),
        ]}
      />
      {kind === 'fields' ? (
        <>
          <Field {...field('document_number')} />
          <Field {...field('date_of_birth')} hint={texts.date_hint} keys="date" />
          <Field {...field('date_of_expiry')} hint={texts.date_hint} keys="date" />
        </>
      ) : null}
      {kind === 'lines' ? (
        <Field
          label={texts.lines}
          hint={texts.lines_hint}
          value={lines}
          onChange={setLines}
          lines={3}
          problem={problem && shown(problem)}
        />
      ) : null}
      {kind === 'can' ? (
        <Field
          label={texts.can}
          hint={texts.can_hint}
          value={can}
          onChange={setCan}
          keys="digits"
          problem={shown('can')}
        />
      ) : null}
    </Screen>
  );
}
