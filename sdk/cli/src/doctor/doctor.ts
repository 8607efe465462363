/** `sigill doctor`: checks the API key, the connection to the service and, on request, a receiver, and says what to do. */

import { settingsOf } from '../caller-settings.ts';
import { type Command, readOptions } from '../command.ts';
import { receiverAddress } from '../listen/forward.ts';
import { connect } from '../service.ts';
import { checkAccess, checkSigningSecret } from './check-access.ts';
import { checkKeys } from './check-keys.ts';
import { checkReach } from './check-reach.ts';
import { checkReceiver } from './check-receiver.ts';
import { type Finding, lineOf } from './finding.ts';

const usage = `Checks the API key, the connection to the service, its clock and version, and optionally your receiver.

  sigill doctor [--forward URL] [--env FILE] [--base-url URL]

  --forward   sends your receiver two test callbacks about an aborted session: one signed with the secret of the account,
              which it must accept, and one with a wrong signature, which it must refuse

Each line is ok, warn or fail, with advice below it. The exit code is 1 when something fails.`;

const NO_SESSION = 1;

export const doctor: Command = {
  summary: 'find out what is wrong between you and the service',
  usage,
  async run(args, terminal) {
    const { values } = readOptions(args, { forward: { type: 'string' } });
    const receiver = values.forward === undefined ? undefined : receiverAddress(values.forward);
    const settings = settingsOf(terminal, values);
    let failed = false;
    const report = (...findings: Finding[]) => {
      failed ||= findings.some(({ result }) => result === 'fail');
      for (const finding of findings) terminal.write(`${lineOf(terminal, finding)}\n`);
    };

    const keys = checkKeys(settings);
    report(...keys);
    const { findings, reached } = await checkReach(settings.baseUrl, terminal);
    report(...findings);
    if (!reached) return 1;
    if (keys.some(({ result }) => result === 'fail')) return 1;

    const service = connect(settings);
    const access = await checkAccess(service);
    report(access);
    if (access.result === 'fail') return 1;
    const { finding, secret } = await checkSigningSecret(service, settings.callbackSecret);
    report(finding);
    if (receiver) {
      const session_id = (await service.newestSession())?.id ?? NO_SESSION;
      report(...(await checkReceiver(receiver, { secret, session_id, stop: terminal.stop })));
    }
    return failed ? 1 : 0;
  },
};
