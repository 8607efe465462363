/** The logo on paper: two twelve-lobed rings around the contact pad of a chip, as on the site. */

/** Around 0,0 in a box of 100 × 100. */
const RING = `M${Array.from({ length: 144 }, (_, step) => {
  const angle = (step / 144) * Math.PI * 2;
  const radius = 40.5 + 6 * Math.cos(12 * angle);
  return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
}).join('L')}Z`;
const PAD =
  'M-13 -17H13A5 5 0 0 1 18 -12V12A5 5 0 0 1 13 17H-13A5 5 0 0 1 -18 12V-12A5 5 0 0 1 -13 -17ZM-6 -7H6V7H-6ZM-18 -7H-6M-18 7H-6M18 -7H6M18 7H6M0 -17V-7M0 17V7';

export function drawSeal(doc: PDFKit.PDFDocument, place: { x: number; y: number; size: number; color: string }): void {
  const { x, y, size, color } = place;
  // Decorative: the name beside it has the same meaning.
  doc.markContent('Artifact', { type: 'Layout' });
  doc
    .save()
    .translate(x + size / 2, y + size / 2)
    .scale(size / 100);
  doc.path(RING).lineWidth(2.4).stroke(color);
  doc.rotate(15).path(RING).lineWidth(2.4).stroke(color);
  doc.rotate(-15).path(PAD).lineWidth(3.2).stroke(color);
  doc.restore();
  doc.endMarkedContent();
}
