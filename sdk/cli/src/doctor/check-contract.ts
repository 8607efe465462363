/** Whether the service is recent enough for this program. */
import { type Finding, fail, ok, warn } from './finding.ts';

const NEEDED = ['session.create', 'session.list', 'callback.listen', 'callback.secret', 'reader.submit'];

interface Contract {
  info: { version: string };
  paths: Record<string, unknown>;
}

export async function checkContract(baseUrl: string, stop: AbortSignal): Promise<Finding> {
  const about = 'contract';
  const response = await fetch(`${baseUrl}/openapi.json`, { signal: stop });
  const { info, paths } = (await response.json()) as Contract;
  const missing = NEEDED.filter((name) => !(`/api/v1/${name}` in paths));
  if (!info.version.startsWith('1.'))
    return fail(
      about,
      `The service uses version ${info.version}`,
      'This program uses version 1. Install a newer release.',
    );
  if (missing.length > 0)
    return warn(
      about,
      `The service does not have ${missing.join(', ')}`,
      'It is older than this program. Commands that need these calls will not work.',
    );
  return ok(about, `version ${info.version}`);
}
