/**
 * Read, and once more where that fails: a directory whose disk is full gives up at a write, and refuses the first
 * statement after it as well.
 */
export function readAgain<Value>(read: () => Promise<Value>): Promise<Value> {
  return read().catch(read)
}
