import { useLingui } from '@lingui/react/macro';
import { CodeBlock } from '../../ui/CodeBlock';
import { TextLink } from '../navigation/LocaleLink';

export function ExampleCallback() {
  const { t } = useLingui();
  return (
    <section className="min-w-0">
      <CodeBlock tabs={[{ label: t`What your backend receives`, code: example }]} />
      <p className="mt-4 text-sm text-muted">
        <TextLink to="/integration-guide" hash="callbacks">{t`How to receive and verify callbacks`}</TextLink>
      </p>
    </section>
  );
}

/** As in the integration guide. */
const example = `{
  "id": "msg_2wXk9QmVb4LrT7sYp0Zc",
  "type": "session.state_changed",
  "created": "2026-03-02T09:32:05.113Z",
  "data": {
    "id": 4821930477261,
    "state": "APPROVED",
    "previous_state": "COMPLETED",
    "reference": "order-1042"
  }
}`;
