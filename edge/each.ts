/**
 * Do work for one after the other, each whatever becomes of the rest.
 * @returns what failed.
 */
export async function doEach<One>(
  all: readonly One[],
  work: (one: One) => Promise<unknown>,
): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const one of all) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      await work(one)
    } catch (error) {
      failures.push(error)
    }
  }
  return failures
}
