import type { FailureCode, ProblemCode } from '@sigill/sdk/portal';
import outlineFile from '../../generated/reference/outline.json';
import type { Event, EventType, Header, Operation, Schema } from './operation';

// The contract as data, with all references resolved. scripts/generate/site/reference.ts writes one file per page.

export type Outline = {
  info: { title: string; version: string; description: string };
  groups: { name: GroupName; resources: ResourceOutline[] }[];
};

export type ResourceOutline = {
  slug: string;
  name: string;
  operations: { operationId: string; summary: string }[];
};

/** The groups of calls, named after who makes them. */
export type GroupName = 'API' | 'Reader' | 'Portal';

export type Resource = {
  slug: string;
  name: string;
  description: string;
  events: Event[];
  operations: Operation[];
};

/** A schema of the contract and where it is used. Schemas inside it have only a name, type and description. */
export type NamedType = Schema & {
  name: string;
  /** The types that this one extends. Their properties are described in their own entries, and not in `properties`. */
  extends?: string[];
  calls: string[];
  types: string[];
};

export type ErrorCodes = {
  /** `calls` is empty for a code that most calls may return. */
  codes: { code: ProblemCode; status: number; error?: string; calls: string[] }[];
  failures: { code: FailureCode; state: 'FAILED' | 'REJECTED'; message: string; retryable: boolean }[];
};

export type HeaderLists = Record<'request' | 'response' | 'callback', Header[]>;

export const outline = outlineFile as Outline;
export const resources = outline.groups.flatMap((group) => group.resources);

const files = import.meta.glob<Resource>('../../generated/reference/resources/*.json', { import: 'default' });

export const loadResource = async (slug: string): Promise<Resource | undefined> =>
  files[`../../generated/reference/resources/${slug}.json`]?.();

export const loadErrors = async () =>
  (await import('../../generated/reference/errors.json')).default as unknown as ErrorCodes;
export const loadTypes = async () =>
  (await import('../../generated/reference/types.json')).default as unknown as NamedType[];
export const loadHeaders = async () =>
  (await import('../../generated/reference/headers.json')).default as unknown as HeaderLists;

export const loadEvents = async () =>
  (await import('../../generated/reference/events.json')).default as unknown as EventType[];

export function placeOf(operationId: string): { to: string; hash: string } {
  const resource = resources.find(({ operations }) => operations.some((call) => call.operationId === operationId));
  return { to: resource ? `/api-reference/${resource.slug}` : '/api-reference', hash: operationId };
}

/** The last segment of the page to which an anchor of the former single-page reference has moved. */
export function formerPlaceOf(hash: string): string | undefined {
  if (hash === 'errors' || hash.startsWith('error-')) return 'errors';
  return resources.find(({ operations }) => operations.some(({ operationId }) => operationId === hash))?.slug;
}
