/** Where log lines go: written immediately, or in batches. */
export interface LineOutput {
  write(line: string): void;
  /** Absent if every line is written immediately. */
  gather?(line: string): void;
}

export interface GatheredLines extends Required<LineOutput> {
  flush(): void;
}

const BLOCK = 16 * 1024;
const LONGEST_WAIT_MS = 500;

/**
 * Lines passed to `gather` are written together within half a second; `write` is immediate, after what was gathered. The buffer
 * of sonic-boom does the same, but copies its contents for each line.
 */
export function gatherLines(output: Pick<LineOutput, 'write'>): GatheredLines {
  let lines: string[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length === 0) return;
    const text = lines.join('');
    lines = [];
    length = 0;
    output.write(text);
  }

  return {
    flush,
    write(line) {
      flush();
      output.write(line);
    },
    gather(line) {
      lines.push(line);
      length += line.length;
      if (length >= BLOCK) flush();
      else timer ??= setTimeout(flush, LONGEST_WAIT_MS).unref();
    },
  };
}
