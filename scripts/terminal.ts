/** Where a command writes its output. Tests pass their own. */
export interface Output {
  write(text: string): void;
  writeError(text: string): void;
}

export const standardOutput: Output = {
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
};
