import { useLingui } from '@lingui/react/macro';
import { CodeBlock } from '../../ui/CodeBlock';
import { receivers } from './receivers';

/** How a backend uses the signing secret, in the languages that our packages are for. */
export function VerifyCallbacks() {
  const { t } = useLingui();
  return (
    <section aria-labelledby="verify" className="min-w-0">
      <h2 id="verify" className="display text-xl">{t`Verify callbacks in your backend`}</h2>
      <p className="mt-3 mb-6 measure text-muted">
        {t`Keep the secret in your backend’s environment, and check the raw body before you parse it.`}
      </p>
      <CodeBlock tabs={receivers} />
    </section>
  );
}
