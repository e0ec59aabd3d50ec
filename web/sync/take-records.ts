import { Fault } from '../../domain/fault.ts'
import type { DocumentStore, MarkPlace, PulledRecord, StreamMark } from './ports.ts'
import type { StreamName } from './streams.ts'

/**
 * Write a page; if that fails, record by record, so that one which cannot be written is set aside and blocks no other.
 * A store that takes nothing at all is not a problem of a record. The store fails with a Fault when it is full.
 * @returns the mark after the page.
 * @throws the error of the store if it does not work at all.
 */
export async function takeRecords(
  store: DocumentStore,
  stream: StreamName,
  records: readonly PulledRecord[],
  step: {
    from: MarkPlace
    to: StreamMark
    more?: boolean
    onAside: (seq: number, error: unknown) => void
  },
): Promise<StreamMark> {
  const { from, to, more = false, onAside } = step
  try {
    await store.takePage(stream, records, { from, to, more })
    return to
  } catch (error) {
    // Throw a Fault, which is the store's own: there is no room, whichever record it is.
    if (records.length === 0 || error instanceof Fault) throw error
  }
  const bad: { after: number; to: number }[] = []
  const still = await store.mark(stream)
  for (const record of records) {
    try {
      await store.takePage(stream, [record], { from: still, to: still })
    } catch (error) {
      // Write the mark alone, which fails too where it is the store that does not work.
      await store.takePage(stream, [], { from: still, to: still })
      bad.push({ after: record.seq - 1, to: record.seq })
      onAside(record.seq, error)
    }
  }
  const without = { ...to, aside: [...to.aside, ...bad] }
  await store.takePage(stream, [], { from, to: without })
  return without
}
