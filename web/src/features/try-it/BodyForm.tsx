import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Field, SelectField } from '../../ui/Field';
import type { Schema } from '../reference/operation';
import { inline } from '../reference/Prose';
import type { BodyProblem } from './check-body';
import { parseJson } from './parse-json';

type Body = Record<string, unknown>;
type Props = { schema: Schema; body: Body; onBody: (body: Body) => void; problems: BodyProblem[] };

/** The property of an empty field is left out. */
export function BodyForm({ schema, body, onBody, problems }: Props) {
  const wordsOf = useProblemText();
  const change = (name: string, value: unknown) => {
    const { [name]: _before, ...others } = body;
    onBody(value === undefined ? others : { ...body, [name]: value });
  };
  return (
    <div className="space-y-4">
      {Object.entries(schema.properties ?? {}).map(([name, property]) => {
        const problem = problems.find(({ path }) => path === name || path.startsWith(`${name}.`));
        return (
          <PropertyField
            key={name}
            name={name}
            schema={property}
            required={schema.required?.includes(name) ?? false}
            value={body[name]}
            error={problem && wordsOf(problem)}
            onValue={(value) => change(name, value)}
          />
        );
      })}
    </div>
  );
}

type PropertyProps = {
  name: string;
  schema: Schema;
  required: boolean;
  value: unknown;
  error: string | undefined;
  onValue: (value: unknown) => void;
};

function PropertyField({ name, schema, required, value, error, onValue }: PropertyProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string>();
  const described = {
    label: <code className="font-mono">{name}</code>,
    hint: schema.description && <span lang="en">{inline(schema.description)}</span>,
    optional: required ? undefined : <Trans>optional</Trans>,
    ...(error && { error }),
  };
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  const none = schema.nullable ? ['null'] : [];
  if (choices)
    return (
      <SelectField
        {...described}
        value={value === undefined ? '' : String(value)}
        onChange={({ target }) => onValue(chosenValue(target.value, schema))}
      >
        <option value="">{t`Not sent`}</option>
        {[...choices, ...none].map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </SelectField>
    );
  return (
    <Field
      {...described}
      autoComplete="off"
      spellCheck={false}
      inputMode={schema.type === 'integer' ? 'numeric' : undefined}
      // Text that is not a valid value yet, such as half an object, is shown as typed.
      value={typed ?? textOf(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        onValue(typedValue(target.value, schema));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

function chosenValue(chosen: string, { type, nullable }: Schema): unknown {
  if (chosen === '') return undefined;
  if (nullable && chosen === 'null') return null;
  return type === 'boolean' ? chosen === 'true' : chosen;
}

/** Converts the typed text to the property's type. If that fails, the text itself is sent, for the service to refuse. */
function typedValue(typed: string, { type, nullable }: Schema): unknown {
  if (typed === '') return undefined;
  if (nullable && typed === 'null') return null;
  if (type === 'string') return typed;
  const value = parseJson(typed);
  return value === undefined ? typed : value;
}

export function useProblemText(): (problem: BodyProblem) => string {
  const { t } = useLingui();
  return ({ path, kind, expected = '' }) => {
    const name = path || t`The body`;
    const sentences: Record<BodyProblem['kind'], string> = {
      json: t`This is not valid JSON.`,
      missing: t`${name} is missing.`,
      unknown: t`${name} is not a property of this call.`,
      type: t`${name} must be of type ${expected}.`,
      value: expected ? t`${name} must be: ${expected}.` : t`${name} has the wrong format.`,
      short: t`${name} is too short: at least ${expected}.`,
      long: t`${name} is too long: at most ${expected}.`,
      low: t`${name} is too small: at least ${expected}.`,
      high: t`${name} is too large: at most ${expected}.`,
    };
    return sentences[kind];
  };
}
