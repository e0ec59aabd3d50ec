/**
 * Stands in the built app for the query languages that the local database brings along (vite.config.ts): records are
 * read by key, by index and from the read model, never by a query. Should one be made all the same, it fails at once.
 */
function refuse(): never {
  throw new Error('the local database is read by key and by index, not by queries')
}

export const getMingoQuery = refuse
export const calculateActionName = refuse
export const runAction = refuse
