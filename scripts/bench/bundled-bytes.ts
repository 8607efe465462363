import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

export async function bundledBytes(file: string): Promise<number> {
  const built = await rolldown({
    input: file,
    platform: 'browser',
    resolve: { conditionNames: ['worker', 'browser', 'import', 'default'] },
    onLog: (_, { code, message }) => {
      if (code === 'UNRESOLVED_IMPORT') throw new Error(message);
    },
  });
  const { output } = await built.generate({ format: 'esm', minify: true, codeSplitting: false });
  return output.reduce((sum, part) => sum + (part.type === 'chunk' ? gzipSync(part.code, { level: 9 }).length : 0), 0);
}
