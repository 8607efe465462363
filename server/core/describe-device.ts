import Bowser from 'bowser';

/** No real name is longer. */
const NAME_LENGTH = 64;

export function describeDevice(user_agent: string | null | undefined): { browser?: string; system?: string } {
  if (!user_agent) return {};
  const parser = Bowser.getParser(user_agent);
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()].map((name) => name.slice(0, NAME_LENGTH));
  return { ...(browser && { browser }), ...(system && { system }) };
}
