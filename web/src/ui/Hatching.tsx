/** Hatching that distinguishes looks without colour: slanted lines for what was refused, upright ones for what was not completed. */
export const Lines = ({ id, look }: { id: string; look: 'bad' | 'quiet' }) => (
  <pattern
    id={id}
    width="4"
    height="4"
    patternUnits="userSpaceOnUse"
    {...(look === 'bad' && { patternTransform: 'rotate(45)' })}
  >
    <path d="M1 0V4" stroke="currentColor" strokeWidth={look === 'bad' ? 2.4 : 1.4} />
  </pattern>
);
