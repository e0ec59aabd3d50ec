import { addressOf, changeLoginEmail } from './directory.ts'

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

/**
 * Set the address by which somebody signs in to that of their record, unless it is that already: links to a password would end.
 * @param read returns the address of the record; null where it is no longer in the company.
 */
export async function followAddress(
  directory: D1Database,
  member: { user: string; company: string },
  read: () => Promise<string | null>,
): Promise<void> {
  await followRecord(
    async () => (await read()) ?? '',
    async (email) => {
      const known = await addressOf(directory, member)
      // Leave it to who has the login by now.
      if (email === '' || known === null || known === email) return
      await changeLoginEmail(directory, member, email)
    },
  )
}
