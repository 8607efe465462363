/** Environment variables, read one at a time. What is wrong with them is collected, so that a start names all of it at once. */
export interface Environment {
  /** The value without spaces around it; absent when it is empty. */
  text(name: string): string | undefined;
  /** Values separated by commas or spaces. */
  list(name: string): string[];
  integer(name: string, fallback: number, minimum: number, maximum: number): number;
  oneOf<T extends string>(name: string, values: readonly T[], fallback: T): T;
  /** An address of somebody else's service. In production others could read along without https. */
  secureUrl(name: string, what: string, production: boolean): URL | undefined;
  /** Some of the variables were set without the others. */
  allOrNone(names: readonly string[]): void;
  /** Remembers a sentence about a wrong variable. */
  complain(sentence: string): void;
  readonly complaints: readonly string[];
}

export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const complaints: string[] = [];
  const complain = (sentence: string) => void complaints.push(sentence);
  const text = (name: string) => variables[name]?.trim() || undefined;
  return {
    complaints,
    complain,
    text,
    list: (name) => (text(name) ?? '').split(/[,\s]+/).filter(Boolean),
    integer(name, fallback, minimum, maximum) {
      const value = text(name);
      if (value === undefined) return fallback;
      const number = Number(value);
      if (/^\d+$/.test(value) && number >= minimum && number <= maximum) return number;
      complain(`${name} must be a whole number from ${minimum} to ${maximum}, not "${value}".`);
      return fallback;
    },
    oneOf(name, values, fallback) {
      const value = text(name) ?? fallback;
      const found = values.find((allowed) => allowed === value);
      if (!found) complain(`${name} must be one of ${values.join(', ')}, not "${value}".`);
      return found ?? fallback;
    },
    secureUrl(name, what, production) {
      const value = text(name);
      if (value === undefined) return undefined;
      const url = URL.canParse(value) ? new URL(value) : undefined;
      if (url?.protocol === 'https:' || (url?.protocol === 'http:' && !production)) return url;
      complain(`${name} must be the https address of ${what}, not "${value}".`);
      return undefined;
    },
    allOrNone(names) {
      const set = names.filter(text);
      if (set.length === 0 || set.length === names.length) return;
      complain(`${names.slice(0, -1).join(', ')} and ${names.at(-1)} must be set together.`);
    },
  };
}
