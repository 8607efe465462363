/** Describes a browser to its user, from its user agent string. */
import Bowser from 'bowser';

export interface DeviceDescription {
  browser?: string;
  system?: string;
}

/** No real name is longer. */
const NAME_LENGTH = 64;

export function describeDevice(user_agent: string | null | undefined): DeviceDescription {
  if (!user_agent) return {};
  const parser = Bowser.getParser(user_agent);
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()].map((name) => name.slice(0, NAME_LENGTH));
  return { ...(browser && { browser }), ...(system && { system }) };
}
