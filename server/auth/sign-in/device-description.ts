/** What a browser says of itself, in words that its user knows. */
import Bowser from 'bowser';

export interface DeviceDescription {
  browser?: string;
  system?: string;
}

/** Longer names are nobody's. */
const NAME_LENGTH = 64;

export function describeDevice(user_agent: string | null | undefined): DeviceDescription {
  if (!user_agent) return {};
  const parser = Bowser.getParser(user_agent);
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()].map((name) => name.slice(0, NAME_LENGTH));
  return { ...(browser && { browser }), ...(system && { system }) };
}
