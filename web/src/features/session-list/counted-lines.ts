const NEW_LINE = 10;

/** Reports after each chunk how many lines have passed through. */
export function countedLines(onLines: (lines: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let lines = 0;
  return new TransformStream({
    transform(piece, out) {
      for (let at = piece.indexOf(NEW_LINE); at !== -1; at = piece.indexOf(NEW_LINE, at + 1)) lines++;
      onLines(lines);
      out.enqueue(piece);
    },
  });
}
