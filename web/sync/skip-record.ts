import { faultOf } from './back-off.ts'
import { type Ask, aboveAll, type Taken } from './mark.ts'
import type { Page } from './ports.ts'

/**
 * Set aside the record with which a page of one cannot be made: in rising order alone, as it happens to few.
 * @param fetch a page of one record in rising order.
 * @returns `rise` for a page in falling order, which is to be asked for from the oldest on.
 */
export async function passBadRecord(
  ask: Ask,
  fetch: (after: number) => Promise<Page>,
  error: unknown,
): Promise<Taken | 'rise'> {
  if ('before' in ask) {
    // Ask for one record: a service that makes no page at all is not a problem of a record.
    await fetch(aboveAll)
    return 'rise'
  }
  const { after } = ask
  const found = await findBadRecord(after, fetch, error)
  if ('page' in found) return found.page
  return {
    records: [],
    checkpoint: found.bad,
    more: true,
    aside: [{ after, to: found.bad }],
  }
}

/**
 * Find the end of a record after `after` that cannot be read, so that it does not block later ones. If it turns out
 * that the service failed for a moment, skip nothing.
 * @param fetch a page of one record.
 * @returns the `seq` of the record, or the page that came after all.
 * @throws `error` where the service does not answer, or now so and now so.
 */
async function findBadRecord(
  after: number,
  fetch: (after: number) => Promise<Page>,
  error: unknown,
): Promise<{ bad: number } | { page: Page }> {
  // Trust only an answer, which says something of a record; silence ends the search, and nothing is skipped.
  const answers = (from: number) =>
    fetch(from).then(
      () => true,
      (problem: unknown) => {
        if (faultOf(problem).code !== 'internal') throw problem
        return false
      },
    )
  if (!(await answers(aboveAll))) throw error
  let [below, found] = [after, after + 1]
  while (!(await answers(found))) {
    below = found
    found = after + 2 * (found - after)
    if (found > aboveAll) throw error
  }
  while (found - below > 1) {
    const middle = Math.floor((below + found) / 2)
    if (await answers(middle)) found = middle
    else below = middle
  }
  const page = await fetch(after).catch(() => null)
  if (page) return { page }
  // Check the result: if the service failed now and then, the search went too far, and skipping would lose good
  // records, or future ones beyond the end.
  const isExact = (await answers(found)) && !(await answers(found - 1))
  if (!isExact) throw error
  return { bad: found }
}
