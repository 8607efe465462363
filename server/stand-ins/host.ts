export interface Clock {
  now(): Date;
}

export const secondsOf = (clock: Clock): number => Math.floor(clock.now().getTime() / 1000);

export interface Log {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export type PageLayout = (title: string, body: string) => string;

export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export const plainPage: PageLayout = (title, body) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head><body><h1>${escaped(title)}</h1>${body}</body></html>`;
