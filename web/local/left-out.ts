/**
 * Replace the query language of the local database in the built app (vite.config.ts): records are read by key, by
 * index and from the read model, never by a query. A query fails at once.
 */
export function getMingoQuery(): never {
  throw new Error('the local database is read by key and by index, not by queries')
}
