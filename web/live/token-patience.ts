import { Fault } from '../../domain/fault.ts'

const firstMs = 10_000
const longestMs = 60_000

/**
 * Ask for something with a time limit that grows threefold after each time-out, up to a minute. A service that has
 * fallen behind still works off what was asked for and given up: asking as often as before would keep it behind for ever.
 */
export function withPatience<Value>(ask: (timeoutMs: number) => Promise<Value>) {
  let patience = firstMs
  return async function askPatiently(): Promise<Value> {
    try {
      const value = await ask(patience)
      patience = firstMs
      return value
    } catch (error) {
      if (error instanceof Fault && error.code === 'timeout')
        patience = Math.min(longestMs, patience * 3)
      throw error
    }
  }
}
