/** An image from outside, and the messages by which it goes to a thread and back. */

import type { ImageForms, ImageUse } from './encode-portrait.ts';

export interface PortraitImage {
  /** The format that the document declares. The bytes decide. */
  format?: 'jpeg' | 'jp2';
  bytes: Uint8Array;
}

export interface PortraitRequest extends PortraitImage {
  /** No side of the result is longer. */
  size: number;
  use: ImageUse;
}

/** The message of a thread that has received an image. Its reply follows. */
export const BEGUN = 'begun';

export type PortraitReply = ImageForms[ImageUse] | { error: string };

/** The image cannot be decoded, is too large or takes too long. */
export class PortraitUnreadable extends Error {}
