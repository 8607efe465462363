import type { ReaderSession } from '@sigill/sdk/portal';
import type { RedirectTarget } from '../../../../openapi/facts/redirect-target';
import { buttonClass } from '../../ui/Button';
import { CheckGlyph, type CheckStatus, checkNames, checkTones } from '../../ui/CheckGlyph';
import { Icon } from '../../ui/Icon';
import { ClosingSeal } from './drawings/ClosingSeal';
import { ArrivingHeading, endingClass } from './Notice';
import { reasonOf } from './reasons';
import { filled, useWords } from './words';

type Props = { title: string; session: ReaderSession; target: RedirectTarget | undefined };

export function Closing({ title, session, target }: Props) {
  const { t } = useWords();
  const { state, failure, merchant_name, checks: results } = session;
  const reason = failure && reasonOf(failure.code);
  const isApproved = state === 'APPROVED';
  // A document can be refused although every check passed, for example because it has expired. The seal then stays open, because a
  // closed one would suggest that all is well.
  const isSealed = isApproved || Object.values(results ?? {}).includes('FAILED');
  const seal = isSealed ? results : undefined;
  return (
    <div className={endingClass}>
      <div className="space-y-8 lg:self-center">
        <ClosingSeal results={seal} className="size-36 lg:hidden" />
        <div className="space-y-4">
          <ArrivingHeading title={title} />
          {isApproved && (
            <p className="measure text-lg">
              {merchant_name
                ? filled(t.approvedText, { merchant: <strong>{merchant_name}</strong> })
                : t.approvedAnyone}
            </p>
          )}
          {state === 'ABORTED' && <p className="measure text-lg">{t.abortedText}</p>}
          {reason && <p className="measure text-lg">{t.why[reason.why]}</p>}
        </div>
        {failure && <Todo failure={failure} remedy={reason && t.remedy[reason.remedy]} />}
        <Leave target={target} isSuccess={isApproved} />
      </div>
      <Marks results={results} seal={seal} />
    </div>
  );
}

type TodoProps = { failure: NonNullable<ReaderSession['failure']>; remedy: string | undefined };

function Todo({ failure: { code, retryable }, remedy }: TodoProps) {
  const { t } = useWords();
  return (
    <section aria-labelledby="todo" className="space-y-4 rounded-md border border-hairline bg-raised p-5 sm:p-6">
      <h2 id="todo" className="display text-xl">
        {t.todo}
      </h2>
      <ol className="measure space-y-3">
        {(retryable ? [t.askForNew, remedy] : [remedy, t.askForOther])
          .filter((text) => text !== undefined)
          .map((text) => (
            <li key={text} className="flex gap-3">
              <Icon name="arrow" className="mirrored mt-1 size-5 text-accent" />
              <span>{text}</span>
            </li>
          ))}
      </ol>
      <p className="border-t border-hairline pt-3 text-sm text-muted">
        {t.code}{' '}
        <code dir="ltr" className="font-mono text-ink select-all">
          {code}
        </code>
      </p>
    </section>
  );
}

const named: Record<CheckStatus, 'passed' | 'notPassed' | 'notChecked'> = {
  PASSED: 'passed',
  FAILED: 'notPassed',
  NOT_PRESENT: 'notChecked',
  PENDING: 'notChecked',
};

type Checks = ReaderSession['checks'];

function Marks({ results, seal }: { results: Checks; seal: Checks }) {
  const { t } = useWords();
  return (
    <section
      aria-labelledby={results && 'marks'}
      className={`closing flex flex-col justify-center rounded-md border border-hairline bg-raised p-5 sm:p-8 ${results ? '' : 'max-lg:hidden'}`}
    >
      <ClosingSeal results={seal} className="mx-auto size-64 max-lg:hidden" />
      {results && (
        <>
          <h2 id="marks" className="caps mb-4 lg:mt-8">
            {t.marks}
          </h2>
          <ul className="space-y-3">
            {checkNames.map((name) => (
              <li key={name} className={`flex items-center gap-2.5 sm:gap-4 ${checkTones[results[name]]}`}>
                <CheckGlyph name={name} status={results[name]} />
                <span className="grow text-ink">{t[name]}</span>
                <span className="text-end text-sm">{t[named[results[name]]]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Shows where the link leads before anyone follows it. */
function Leave({ target, isSuccess }: { target: RedirectTarget | undefined; isSuccess: boolean }) {
  const { t } = useWords();
  if (!target) return <p className="text-muted">{t.close}</p>;
  return (
    <div className="space-y-3">
      <a
        href={target.href}
        rel="noreferrer"
        className={`${buttonClass(isSuccess ? {} : { variant: 'secondary' })} ${isSuccess ? 'brand-button' : ''} min-h-14 max-w-full`}
      >
        <span className="min-w-0 break-words">{filled(t.continueTo, { place: target.place })}</span>
        <Icon name="arrow" className="mirrored size-5" />
      </a>
      <p className="font-mono text-xs break-all text-muted">
        <bdi dir="ltr">{target.href}</bdi>
      </p>
    </div>
  );
}
