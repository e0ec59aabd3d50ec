/** Name of the bucket with the second copy of what waits. */
export const bucketName = 'waiting'

/** Not in the language's own library yet. */
export interface Buckets {
  open: (name: string, options: { durability: 'strict' }) => Promise<{ indexedDB: IDBFactory }>
  keys: () => Promise<string[]>
}

/** Return the storage buckets; null if the browser has none. */
export function storageBuckets(): Buckets | null {
  return 'storageBuckets' in navigator ? (navigator.storageBuckets as Buckets) : null
}
