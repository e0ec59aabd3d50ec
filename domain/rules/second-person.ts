/** A person whose work counts as somebody else's. */
export interface Counted {
  uuid: string
  name: string
}

/** The person who acts, with the people who are no second person beside them. */
export interface Acting {
  user_uuid: string
  counted_with: readonly Counted[] | undefined
}

/** An account, the people who set up its way in, and nobody else confirmed it since (`unconfirmed` of its record). */
export interface SetUp extends Counted {
  by: readonly Counted[]
}

/**
 * Return the people who count as the same person as the actor: those who set up the actor's own way in, and accounts whose way in was
 * set up by the actor or by one of those, as long as no second person has confirmed it (decision 84). Two people who set up the same
 * account stay two.
 * @param setBy people who set up the actor's account, and those who hold its API key.
 * @param waiting accounts of the company that wait for a confirmation.
 */
export function countedWith(
  actor: string,
  setBy: readonly Counted[],
  waiting: readonly SetUp[],
): Counted[] {
  const self = new Set([actor, ...setBy.map(({ uuid }) => uuid)])
  const made = waiting.filter(({ by }) => by.some(({ uuid }) => self.has(uuid)))
  const found = new Map([...setBy, ...made].map(({ uuid, name }) => [uuid, { uuid, name }]))
  found.delete(actor)
  return [...found.values()]
}

/**
 * Tell whether a person is among people who took part in something: the one place that says who is a second person, for signatures,
 * reviews and releases, in the store and on the page.
 * @returns true for the person themself, the name of somebody who counts as them, else false.
 */
export function isAmong(
  people: readonly string[],
  { user_uuid, counted_with = [] }: Acting,
): boolean | string {
  if (people.includes(user_uuid)) return true
  return counted_with.find(({ uuid }) => people.includes(uuid))?.name ?? false
}
