/**
 * Replace the query languages of the local database in the built app (vite.config.ts): records are read by key, by
 * index and from the read model, never by a query. A query fails at once.
 */
function refuse(): never {
  throw new Error('the local database is read by key and by index, not by queries')
}

export const getMingoQuery = refuse
export const calculateActionName = refuse
export const runAction = refuse
