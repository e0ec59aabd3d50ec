/**
 * Make a UUID of version 7 (RFC 9562 §5.7): milliseconds, then random bits. Records made one after another are
 * neighbours in every table and index of a store; ids that are random from their first digit on would each touch
 * another page.
 * @param random a random UUID, whose later digits it takes.
 */
export function orderedUuid(now: number, random: string): string {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}

/** Return the digits of an ordered UUID that hold its time, where a text begins with one. */
export function momentOf(text: string): string | null {
  return /^([0-9a-f]{8}-[0-9a-f]{4})-7[0-9a-f]{3}-/.exec(text)?.[1] ?? null
}
