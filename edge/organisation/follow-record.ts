/** Most times that a record changes while it is followed; each takes another person who changes it at that moment. */
const mostChanges = 20

/**
 * Copy a record to the directory, and once more where the record has been changed meanwhile. Of several changes at once the one that is written to
 * its record last may be the first to reach the directory: each that wrote the record follows it, so that the two end alike.
 * @param read reads what is copied, as it is now. @param copy writes it to the directory.
 */
export async function followRecord<Value extends string | { updated_at: string }>(
  read: () => Promise<Value>,
  copy: (value: Value) => Promise<unknown>,
): Promise<void> {
  const stateOf = (value: Value) => (typeof value === 'string' ? value : value.updated_at)
  let value = await read()
  for (let tried = 0; tried < mostChanges; tried++) {
    // Copy one state after the other: each may be the last.
    // oxlint-disable-next-line no-await-in-loop
    await copy(value)
    // oxlint-disable-next-line no-await-in-loop
    const now = await read()
    if (stateOf(now) === stateOf(value)) return
    value = now
  }
}
