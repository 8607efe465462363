/** TanStack Query options of every call, generated: `useQuery(sessionGetOptions({ body: { id } }))`. */
export * from '../generated/portal/@tanstack/react-query.gen.ts';
