/** TanStack Query options of every call that does not stream, generated: `useQuery(sessionGetOptions({ id }))`. */
export * from '../generated/portal/react-query.gen.ts';
