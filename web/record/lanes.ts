/** Number of rows of a batch that are under way at once: a batch takes the time of a few answers, and other calls still pass. */
const laneCount = 8

/**
 * Do the same for many, several at a time and begun in their order. What `work` throws ends the whole; those that are under way
 * then are awaited first, so that nothing happens after it.
 * @param goesOn is asked before each begins; when it answers false, no more begin.
 */
export async function inLanes<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  goesOn: () => boolean = () => true,
): Promise<void> {
  let next = 0
  let isBroken = false
  const lane = async () => {
    while (next < items.length && !isBroken && goesOn()) {
      const item = items[next++] as Item
      try {
        await work(item)
      } catch (error) {
        isBroken = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: laneCount }, lane))
  const broken = ended.find((one) => one.status === 'rejected')
  if (broken) throw broken.reason
}
