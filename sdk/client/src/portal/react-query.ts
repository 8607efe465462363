/** TanStack Query options of every call, generated: `useQuery(sessionGetOptions({ id }))`. */
export * from '../generated/portal/react-query.gen.ts';
