import { userInfo } from 'node:os';

/** What a command needs of its terminal: the environment, where to write, and whom to ask. Tests pass one of their own. */
export interface Terminal {
  /** How the command is called there. */
  command?: string;
  environment: NodeJS.ProcessEnv;
  write(text: string): void;
  writeError(text: string): void;
  /** Absent when nobody is there to answer. */
  ask?: ((question: string) => Promise<string>) | undefined;
}

/** What a command of this process writes to. */
export type Output = Pick<Terminal, 'write' | 'writeError'>;

/** Who works at the terminal, also behind sudo, unless they say another name. */
export const actorAt = ({ environment }: Terminal, by: string | undefined): string =>
  by ?? environment['SUDO_USER'] ?? userInfo().username;

export const standardOutput: Output = {
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
};
