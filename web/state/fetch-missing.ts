import { effect, type ReadonlySignal, signal } from '@preact/signals-react'
import { mode } from './mode.ts'
import { fetchedSince, pulledAt, records } from './records.ts'

const unasked = signal(false)

/** True where the last analysis that was missed may be at the service, which could not be asked. */
export const isUnasked: ReadonlySignal<boolean> = unasked

/**
 * Fetch an analysis that is not among those on this machine, which may be older than they are; it is kept here then. Ask once more
 * with each pull, and when the service is back, until there is an answer.
 * @param tell called where there is none, or nobody can be asked now.
 * @returns ends it.
 */
export function fetchMissing(uuid: string, tell: () => void): () => void {
  let state: 'open' | 'asking' | 'answered' = 'open'
  let isOver = false
  const give = (isUnknown: boolean) => {
    if (isOver) return
    unasked.value = isUnknown
    tell()
  }
  const stop = effect(() => {
    const local = records.value
    const mayBeThere = fetchedSince.value !== null
    const canAsk = mode.value.state === 'online'
    // Read it to be called again after a pull.
    void pulledAt.value
    if (!local || state !== 'open') return
    if (!mayBeThere || !canAsk) return give(mayBeThere)
    state = 'asking'
    void local.fetchAnalysis(uuid).then(
      (isFound) => {
        state = 'answered'
        if (!isFound) give(false)
      },
      () => {
        state = 'open'
        give(true)
      },
    )
  })
  return () => {
    isOver = true
    stop()
  }
}
