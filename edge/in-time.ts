import { Fault } from '../domain/fault.ts'
import { logNote } from './log.ts'

/** Longest waits for another part of the service (ms). An object, so that tests can shorten them. */
export const patience = {
  /** One answer that nobody waits for: a store that sleeps has to be woken first. */
  answer: 10_000,
  /** A report to the index of the fleet: one of everything may name 30,000 devices. */
  report: 30_000,
  /** Each store of a list, while a person waits: the page asks again after 30 s. */
  list: 4_000,
}

/**
 * Wait for another part of the service, such as a store, the hub or the directory, and give up after a time, so that one that never answers
 * does not hold up what comes next. The work is not ended and may still take effect: only work that may be repeated is given here.
 * @param who the part that is asked, in words of our own with uuids at most, because they are logged.
 * @throws Fault `timeout` after `limitMs`.
 */
export async function inTime<Value>(
  who: string,
  work: PromiseLike<Value>,
  limitMs: number = patience.answer,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      logNote('no answer in time', { who, after_ms: limitMs })
      reject(new Fault('timeout', 'Another part of the service does not answer'))
    }, limitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
