import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { inputClass } from '../../ui/input-class';
import type { Schema } from '../reference/operation';
import { BodyForm, useProblemText } from './BodyForm';
import type { BodyProblem } from './check-body';
import { parseJson } from './parse-json';

type Props = { schema: Schema; text: string; onText: (text: string) => void; problems: BodyProblem[] };

export function BodyEditor({ schema, text, onText, problems }: Props) {
  const { t } = useLingui();
  const [isJson, showJson] = useState(false);
  const properties = Object.keys(schema.properties ?? {});
  if (properties.length === 0) return <p className="text-sm text-muted">{t`This call takes no input.`}</p>;
  const body = bodyOf(text);
  return (
    <fieldset className="min-w-0">
      <legend className="caps mb-3">{t`Body`}</legend>
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons that show the same thing in two ways are not a fieldset. */}
      <div role="group" aria-label={t`Body format`} className="mb-4 flex gap-4 border-b border-hairline">
        <ViewButton pressed={!isJson} onPress={() => showJson(false)}>{t`Form`}</ViewButton>
        <ViewButton pressed={isJson} onPress={() => showJson(true)}>
          JSON
        </ViewButton>
      </div>
      {isJson || !body ? (
        <JsonField text={text} onText={onText} problems={problems} />
      ) : (
        <BodyForm
          schema={schema}
          body={body}
          onBody={(changed) => onText(JSON.stringify(changed, null, 2))}
          problems={problems}
        />
      )}
    </fieldset>
  );
}

const ViewButton = ({ pressed, onPress, children }: { pressed: boolean; onPress: () => void; children: ReactNode }) => (
  <button
    type="button"
    aria-pressed={pressed}
    onClick={onPress}
    className="-mb-px min-h-9 border-b-2 border-transparent text-sm text-muted hover:text-ink aria-pressed:border-accent aria-pressed:text-ink"
  >
    {children}
  </button>
);

function JsonField({ text, onText, problems }: Omit<Props, 'schema'>) {
  const { t } = useLingui();
  const wordsOf = useProblemText();
  const id = useId();
  return (
    <>
      <textarea
        aria-label={t`Body as JSON`}
        aria-invalid={problems.length > 0 || undefined}
        aria-describedby={id}
        spellCheck={false}
        rows={Math.min(18, Math.max(6, text.split('\n').length + 1))}
        value={text}
        onChange={({ target }) => onText(target.value)}
        className={`${inputClass} font-mono text-xs! leading-6`}
      />
      <ul id={id} aria-live="polite" className="mt-2 min-h-6 text-sm text-danger">
        {problems.map((problem) => (
          <li key={`${problem.path} ${problem.kind}`}>{wordsOf(problem)}</li>
        ))}
      </ul>
    </>
  );
}

function bodyOf(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}
