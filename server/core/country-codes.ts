import { iso31661Alpha2ToAlpha3 as ISO_3166 } from 'iso-3166/1-a2-to-1-a3.js';

/** Whether this is an ISO 3166-1 alpha-2 code, or XK, which card providers use for Kosovo. */
export const isCountry = (code: string): boolean => code === 'XK' || Object.hasOwn(ISO_3166, code);
