import type { DocumentStore, Page, StreamMark } from './ports.ts'
import type { Stream } from './streams.ts'
import { takeRecords } from './take-records.ts'

/**
 * Ask once more for what was set aside; what comes is taken, what still does not come stays for the next time.
 * @param fetch a page of one record.
 */
export async function takeAside(
  store: DocumentStore,
  { name }: Stream,
  mark: StreamMark,
  fetch: (after: number) => Promise<Page | null>,
): Promise<StreamMark> {
  let known = mark
  for (const gap of mark.aside) {
    let at = gap.after
    while (at < gap.to) {
      const page = await fetch(at)
      // Leave the gap, which holds up no other.
      if (!page) break
      const to = { ...known, aside: narrow(known.aside, gap, page) }
      known = await takeRecords(store, name, page.records, {
        from: known,
        to,
        onAside: () => undefined,
      })
      if (page.checkpoint <= at) break
      at = page.checkpoint
    }
  }
  return known
}

/** Remove the gap once the page has passed its end. */
function narrow(
  aside: StreamMark['aside'],
  gap: StreamMark['aside'][number],
  { checkpoint, more }: Page,
): StreamMark['aside'] {
  return more && checkpoint < gap.to ? aside : aside.filter((one) => one.to !== gap.to)
}
