import type { Terminal } from '../terminal.ts';
import type { Wish } from './trigger-session.ts';

/** While files are read, a terminal shows one line that changes; other outputs get one `reading`. */
export function narrator({
  write,
  isInteractive,
}: Pick<Terminal, 'write' | 'isInteractive'>): Required<Pick<Wish, 'say' | 'showReading'>> {
  let isReading = false;
  return {
    say(text) {
      write(`${isReading && isInteractive ? '\n' : ''}${text}\n`);
      isReading = false;
    },
    showReading({ file, read, total }) {
      if (isInteractive) write(`\rreading     ${file} ${Math.floor((100 * read) / total)}%\x1b[K`);
      else if (!isReading) write('reading\n');
      isReading = true;
    },
  };
}
