/** Stands in for the REST API of VIES on a free port. The test says which numbers it lists, and how it fails. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The failures of VIES have status 200, 400 or 500. Some come with `valid: false`, which is no verdict. */
export type ViesFailure =
  | 'MS_UNAVAILABLE'
  | 'SERVICE_UNAVAILABLE'
  | 'TIMEOUT'
  | 'MS_MAX_CONCURRENT_REQ'
  | 'silent'
  | 'html';

interface Question {
  countryCode: string;
  vatNumber: string;
  requesterMemberStateCode?: string;
  requesterNumber?: string;
}

export async function createVies() {
  const vies = {
    url: '',
    /** The valid numbers, with their prefix. */
    listed: new Set<string>(),
    failure: undefined as ViesFailure | undefined,
    /** The status of the next failures. */
    status: 200,
    asked: [] as Question[],
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function respond(response: ServerResponse, question: Question): void {
    const { failure, status } = vies;
    if (failure === 'silent') return;
    if (failure === 'html') response.setHeader('content-type', 'text/html').end('<html>Service maintenance</html>');
    else if (failure && status === 200 && failure.startsWith('MS_'))
      json(response, 200, { ...described(question), valid: false, userError: failure });
    else if (failure) json(response, status, { actionSucceed: false, errorWrappers: [{ error: failure }] });
    else json(response, 200, verdict(question));
  }

  function verdict(question: Question) {
    const valid = vies.listed.has(`${question.countryCode}${question.vatNumber}`);
    const isIdentified = question.requesterMemberStateCode && question.requesterNumber;
    const [name, address] = valid ? ['GLANS AB', 'STORGATAN 1 \n111 22 STOCKHOLM'] : ['---', '---'];
    // Only callers with a VAT number of their own get a consultation number.
    const requestIdentifier = valid && isIdentified ? `WAPIAAAA${String(vies.asked.length).padStart(8, '0')}` : '';
    return { ...described(question), valid, requestIdentifier, name, address };
  }

  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/rest-api/check-vat-number')
      return void response.writeHead(404).end();
    const question: Question = JSON.parse(await text(request));
    vies.asked.push(question);
    respond(response, question);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vies.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest-api`;
  return vies;
}

const described = ({ countryCode, vatNumber }: Question) => ({
  countryCode,
  vatNumber,
  requestDate: '2026-11-26T08:12:45.120Z',
});

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
