import { facts } from '../../content/facts';
import type { CodeTab } from '../../ui/CodeBlock';

const { sdk_package, site_url } = facts;

export type Sample = { call: CodeTab[]; answer: CodeTab };

/** Calls and responses from the contract's examples. Long responses are shortened at `…`. */
export const samples: Record<'create' | 'open' | 'fetch', Sample> = {
  create: {
    call: [
      {
        label: 'TypeScript',
        code: `import { Sigill } from '${sdk_package}';

// Reads SIGILL_PUBLIC_KEY and SIGILL_SECRET.
const sigill = new Sigill();

const session = await sigill.session.create({
  reference: 'order-1042',
});`,
      },
      {
        label: 'curl',
        code: `curl ${site_url}/api/v1/session.create \\
  -u "$SIGILL_PUBLIC_KEY:$SIGILL_SECRET" \\
  -H "Content-Type: application/json" \\
  -d '{ "reference": "order-1042" }'`,
      },
    ],
    answer: {
      label: '200 OK',
      code: `{
  "id": 4821930477261,
  "token": "n3Qm8sVt0yKfW2cL…",
  "expires": "2026-03-03T09:30:00.000Z",
  "open_url": "${site_url}/open?token=n3Qm…"
}`,
    },
  },
  open: {
    call: [
      {
        label: 'TypeScript',
        code: `// In the handler that starts the verification.
const back = encodeURIComponent(
  'https://shop.example/done',
);

response.redirect(
  \`\${session.open_url}&redirect_url=\${back}\`,
);`,
      },
    ],
    answer: {
      label: 'POST callback_url',
      code: `{
  "id": "msg_2wXk9QmVb4LrT7sYp0Zc",
  "type": "session.state_changed",
  "created": "2026-03-02T09:32:05.113Z",
  "data": {
    "id": 4821930477261,
    "state": "APPROVED",
    "previous_state": "COMPLETED",
    "reference": "order-1042"
  }
}`,
    },
  },
  fetch: {
    call: [
      {
        label: 'TypeScript',
        code: `const person = await sigill.session.get({
  id: session.id,
});

if (person.state === 'APPROVED') {
  welcome(person.given_names, person.surname);
}`,
      },
      {
        label: 'curl',
        code: `curl ${site_url}/api/v1/session.get \\
  -u "$SIGILL_PUBLIC_KEY:$SIGILL_SECRET" \\
  -H "Content-Type: application/json" \\
  -d '{ "id": 4821930477261 }'`,
      },
    ],
    answer: {
      label: '200 OK',
      code: `{
  "id": 4821930477261,
  "state": "APPROVED",
  "given_names": "ANNA MARIA",
  "surname": "ERIKSSON",
  "nationality": "SE",
  "date_of_birth": "1990-08-12",
  "document_type": "PASSPORT",
  "document_number": "AA1234567",
  "portrait": "iVBORw0KGgoAAAANSUhE…",
  …
}`,
    },
  },
};
