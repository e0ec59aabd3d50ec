/** Replace the query language of RxDB in the built app (vite.config.ts): records are read by key, by index and from the read model. */
export function getMingoQuery(): never {
  throw new Error('the local database is read by key and by index, not by queries')
}

/** Replace the fallbacks for browsers without BroadcastChannel, in which the app does not run. */
const none = { type: 'none', canBeUsed: () => false }
export { none as IndexedDBMethod, none as LocalstorageMethod, none as SimulateMethod }
