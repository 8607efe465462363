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

/** The logo of an account, which has one form. */
export interface LogoRequest {
  bytes: Uint8Array;
  use: 'LOGO';
}

export interface LogoReply {
  logo: Uint8Array;
}

export type ImageRequest = PortraitRequest | LogoRequest;

/** The message of a thread that has received an image. Its reply follows. */
export interface Begun {
  /** Processor time that the thread has had by then. */
  begun_ms: number;
}

/** Processor time in milliseconds, of what Node counts in microseconds. */
export const processorMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

export type ImageReply = ImageForms[ImageUse] | LogoReply | { error: string };

/** The image cannot be decoded, is too large or takes too long. */
export class PortraitUnreadable extends Error {}
