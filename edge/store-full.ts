import { Fault } from '../domain/fault.ts'

/**
 * True for the words with which SQLite, a Durable Object or D1 says that nothing more fits: its limit is reached, or
 * the disk of a machine of one's own is full. They cross the border of an object as text only.
 */
export function isStoreFull(error: unknown): boolean {
  if (error instanceof Fault) return error.code === 'store_full'
  return error instanceof Error && /SQLITE_FULL|disk is full|maximum DB size/i.test(error.message)
}

export function storeFull(): Fault {
  return new Fault('store_full', 'The store is full: nothing can be written until there is room')
}

/**
 * Does something that writes; where the store is full, does the same without writing.
 * @throws what is thrown for another reason.
 */
export async function unlessFull<Value, Other = Value>(
  write: () => Promise<Value>,
  otherwise: () => Promise<Other> | Other,
): Promise<Value | Other> {
  try {
    return await write()
  } catch (error) {
    if (!isStoreFull(error)) throw error
    return otherwise()
  }
}
