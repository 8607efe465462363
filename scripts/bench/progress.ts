/** Says on stderr how far long work has come. */
export const say = (text: string): void => void process.stderr.write(`\x1b[2m[bench]\x1b[0m ${text}\n`);
