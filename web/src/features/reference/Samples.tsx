import { Trans, useLingui } from '@lingui/react/macro';
import { buttonClass } from '../../ui/Button';
import { CodeBlock } from '../../ui/CodeBlock';
import { sampleLanguages } from '../samples/sample-languages';
import { examplesOf, type Operation, successOf } from './operation';
import { curlOf, typescriptOf } from './samples';

export function Samples({ operation }: { operation: Operation }) {
  const { t } = useLingui();
  const { operationId } = operation;
  const success = successOf(operation);
  const requests = examplesOf(operation.request);
  const answers = success ? examplesOf(success) : [];
  const written: Record<string, string> = { ts: typescriptOf(operation), curl: curlOf(operation) };
  return (
    <div className="flex min-w-0 flex-col gap-4 xl:sticky xl:top-24 xl:max-h-[calc(100dvh-7rem)] xl:self-start">
      <CodeBlock
        className="max-h-128 shrink-0 xl:max-h-[45%]"
        label={t`Request`}
        sample={operationId}
        tabs={[
          ...sampleLanguages.map(({ language, label }) => ({ language, label, code: written[language] ?? '' })),
          ...(requests.length > 1 ? [{ label: 'JSON', code: requests.map(commented).join('\n\n') }] : []),
        ]}
        footer={
          <button
            type="button"
            data-try={operationId}
            aria-haspopup="dialog"
            className={buttonClass({ variant: 'quiet', size: 'small' })}
          >
            <Trans>Try it</Trans>
          </button>
        }
      />
      {answers.length > 0 && success && (
        <CodeBlock
          className="max-h-128 xl:max-h-none"
          label={t`Response ${success.status}`}
          tabs={[{ label: t`Response ${success.status}`, code: answers.map(commented).join('\n\n') }]}
        />
      )}
    </div>
  );
}

/** Several examples of one body, each below its title. A single one has no title. */
export const commented = ({ title, value }: { title?: string; value: unknown }, _index: number, all: unknown[]) =>
  `${title && all.length > 1 ? `// ${title}\n` : ''}${JSON.stringify(value, null, 2)}`;
