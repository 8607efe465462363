import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { Guilloche } from '../../ui/Guilloche';
import { PageMeta } from '../page/Page';
import { ErrorTable } from './ErrorTable';
import { useGroupWords } from './group-words';
import { OperationSection } from './OperationSection';
import { Prose } from './Prose';
import { describedEarlier, groupsOf, type Reference } from './reference';
import { Tree } from './Tree';

/** The contract as a page: a list of the calls, what each one does, and its code samples. */
export function ApiReference({ reference }: { reference: Reference }) {
  const { t } = useLingui();
  const groups = useMemo(() => groupsOf(reference), [reference]);
  const words = useGroupWords();
  const earlier = useMemo(() => describedEarlier(reference), [reference]);
  return (
    <div className="relative overflow-x-clip">
      <PageMeta
        title={t`API reference`}
        description={t`Every call of the API with its properties, examples and errors.`}
      />
      <Guilloche
        name="api-reference"
        className="absolute -top-28 -right-60 -z-10 size-[26rem] text-accent opacity-15 sm:-top-40 sm:-right-48 sm:size-[34rem]"
      />
      <div className="page grid gap-x-12 gap-y-8 pt-14 sm:pt-20 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <Tree groups={groups} />
        <div className="min-w-0">
          <h1 className="display text-3xl">
            <Trans>API reference</Trans>
          </h1>
          <p className="mt-2 font-mono text-sm text-muted">
            v{reference.info.version} ·{' '}
            <a href="/openapi.yaml" className="link">
              openapi.yaml
            </a>{' '}
            ·{' '}
            <a href="/openapi.json" className="link">
              openapi.json
            </a>
          </p>
          <EnglishNote />
          <Prose text={reference.info.description} className="mt-8 mb-16 measure" />
          {groups.map((group) => (
            // A group is not a landmark: when it has a single resource of the same name, that one already is.
            <div key={group.name} className="mb-16">
              <h2 className="display text-2xl">{words[group.name].title}</h2>
              <p className="mt-2 mb-12 measure text-muted">{words[group.name].text}</p>
              {group.tags.map((tag) => (
                <TagSection key={tag.name} tag={tag} earlier={earlier} />
              ))}
            </div>
          ))}
          <section id="errors" aria-labelledby="errors-title" className="scroll-mt-24 border-t border-hairline pt-12">
            <h2 id="errors-title" className="display mb-6 text-2xl">
              <Trans>Errors</Trans>
            </h2>
            <ErrorTable reference={reference} />
          </section>
        </div>
      </div>
    </div>
  );
}

function TagSection({
  tag: { name, description, operations },
  earlier,
}: {
  tag: ReturnType<typeof groupsOf>[number]['tags'][number];
  earlier: Map<string, string>;
}) {
  return (
    <section aria-labelledby={`tag-${name}`} className="mb-8">
      <div lang="en" className="pb-8">
        <h3 id={`tag-${name}`} className="display text-xl">
          {name}
        </h3>
        <p className="mt-2 measure text-muted">{description}</p>
      </div>
      {operations.map((operation) => (
        <OperationSection
          key={operation.operationId}
          operation={operation}
          earlier={earlier.get(operation.operationId)}
        />
      ))}
    </section>
  );
}

function EnglishNote() {
  const { i18n } = useLingui();
  if (i18n.locale === 'en') return null;
  return (
    <p className="mt-4 text-sm text-muted">
      <Trans>The texts of the contract are in English.</Trans>
    </p>
  );
}
