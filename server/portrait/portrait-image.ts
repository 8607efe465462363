/** An image that comes from outside, and what is said of it to a thread and back. */

export interface PortraitImage {
  /** What the document declares; the bytes decide. */
  format?: 'jpeg' | 'jp2';
  bytes: Uint8Array;
}

export interface PortraitRequest extends PortraitImage {
  /** No side of the PNG is longer. */
  size: number;
}

/** What a thread says when it has an image, before its reply. */
export const BEGUN = 'begun';

export type PortraitReply = { png: Uint8Array } | { error: string };

/** The image cannot be decoded, is too large or takes too long. */
export class PortraitUnreadable extends Error {}
