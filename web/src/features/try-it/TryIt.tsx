import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { credentials } from '../../api/credentials';
import { Alert } from '../../ui/Alert';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { NavigationProvider } from '../navigation/navigation-context';
import { examplesOf, headersOf, type Operation } from '../reference/operation';
import { loadResource, placeOf } from '../reference/reference';
import { AnswerView } from './AnswerView';
import { BodyEditor } from './BodyEditor';
import { checkBody } from './check-body';
import { type RawAnswer, rawCall, type Signature } from './raw-call';
import { rememberedKeys, SignatureFields, type SignatureKind } from './SignatureFields';

function TryIt({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  const { operationId, path, summary } = operation;
  const { t } = useLingui();
  const [open, setOpen] = useState(true);
  const [text, setText] = useState(() => JSON.stringify(exampleOf(operation), null, 2));
  const [headers, setHeaders] = useState<Record<string, string>>({});
  const [kind, setKind] = useState(() => signatureOf(operation));
  const [isConfirmed, confirm] = useState(false);
  const { result, isSending, send } = useSending(operationId);
  const problems = checkBody(text, operation.request.schema);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (problems.length > 0) return;
    if (isDestructive(operationId) && !isConfirmed) return confirm(true);
    confirm(false);
    const keys = rememberedKeys();
    void send(text, headers, kind === 'key' ? { kind, ...keys } : { kind });
  };

  return (
    <Dialog
      wide
      open={open}
      onClose={() => {
        setOpen(false);
        onClose();
      }}
      title={
        <>
          <span lang="en">{summary}</span>
          <code className="block font-mono text-sm break-all text-muted">POST {path}</code>
        </>
      }
    >
      <div className="mt-4 grid gap-8 md:grid-cols-2">
        <form onSubmit={onSubmit} noValidate className="min-w-0 space-y-6">
          <SignatureFields security={operation.security} kind={kind} onKind={setKind} />
          {headersOf(operation).map(({ name, description }) => (
            <Field
              key={name}
              label={<code className="font-mono">{name}</code>}
              hint={<span lang="en">{description}</span>}
              autoComplete="off"
              spellCheck={false}
              value={headers[name] ?? ''}
              onChange={({ target }) => setHeaders({ ...headers, [name]: target.value })}
            />
          ))}
          <BodyEditor schema={operation.request.schema} text={text} onText={setText} problems={problems} />
          <Consequence operation={operation} isConfirmed={isConfirmed} />
          <Button
            type="submit"
            loading={isSending}
            aria-disabled={problems.length > 0 || undefined}
            variant={isDestructive(operationId) ? 'danger' : 'primary'}
          >
            {isConfirmed ? <Trans>Confirm and send</Trans> : <Trans>Send</Trans>}
          </Button>
        </form>
        <section aria-label={t`Response`} aria-live="polite" className="min-w-0 md:sticky md:top-0 md:self-start">
          {result === 'failed' && (
            <Alert>{t`The service could not be reached. Check your connection and try again.`}</Alert>
          )}
          {result && result !== 'failed' && <AnswerView answer={result} />}
          {!result && (
            <p className="rounded-md border border-dashed border-edge p-6 text-sm text-muted">
              <Trans>The response appears here. The request goes to the service that serves this page.</Trans>
            </p>
          )}
        </section>
      </div>
    </Dialog>
  );
}

function Consequence({ operation, isConfirmed }: { operation: Operation; isConfirmed: boolean }) {
  const { t } = useLingui();
  if (operation['x-query']) return null;
  if (isConfirmed) return <Alert>{t`This cannot be undone. Press again to send it.`}</Alert>;
  return <p className="text-sm text-muted">{t`This is a real call with real effects.`}</p>;
}

function useSending(operationId: string) {
  const [result, setResult] = useState<RawAnswer | 'failed'>();
  const [isSending, setSending] = useState(false);
  const latest = useRef(0);
  const send = async (body: string, headers: Record<string, string>, signature: Signature) => {
    const turn = ++latest.current;
    setSending(true);
    if (result === 'failed') setResult(undefined);
    const received = await rawCall(operationId, { body, headers, signature }).catch(() => 'failed' as const);
    if (turn !== latest.current) return;
    setSending(false);
    setResult(received);
  };
  return { result, isSending, send };
}

const exampleOf = ({ request }: Operation): unknown => examplesOf(request)[0]?.value ?? {};

/** Calls that can't be undone, which require a confirmation. */
const isDestructive = (operationId: string) => /\.(delete|redact|abort|revoke|rotate)/.test(operationId);

function signatureOf({ security }: Operation): SignatureKind {
  if (security.length === 0) return 'none';
  if (security.includes('accessToken') && (credentials.isAuthenticated() || !security.includes('apiKey')))
    return 'sign-in';
  return 'key';
}

/** Renders the dialog in a separate root, because React may not manage the prerendered page around it. */
export async function openTryIt(operationId: string): Promise<void> {
  const { pathname } = location;
  const slug = placeOf(operationId).to.split('/').at(-1) ?? '';
  const resource = await loadResource(slug);
  const operation = resource?.operations.find((call) => call.operationId === operationId);
  if (!operation) return;
  const before = document.activeElement;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
    if (before instanceof HTMLElement) before.focus();
  };
  // The page below, which has the router, handles links in the dialog.
  root.render(
    <I18nProvider i18n={i18n}>
      <NavigationProvider value={{ pathname, go: close, prepare: () => {} }}>
        <TryIt operation={operation} onClose={close} />
      </NavigationProvider>
    </I18nProvider>,
  );
}
