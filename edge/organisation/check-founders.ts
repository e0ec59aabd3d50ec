import { Fault } from '../../domain/fault.ts'
import { foldName } from '../../domain/rules/plain-text.ts'
import { findHolders } from '../directory/directory.ts'
import { keysOf } from '../names/look-alike.ts'

interface Founder {
  uuid: string
  name: string
  username: string
  email: string
}

const ways = ['username', 'email'] as const

/**
 * Refuse people whom the operator cannot add to a new company, before anything of it is made: one that is half made is the provider
 * of its region already, and nobody signs in to it.
 * @throws Fault `taken` for two who share a user name or address, or whose names look alike; `refused` for names of somebody else.
 */
export async function checkFounders(
  directory: D1Database,
  people: readonly Founder[],
): Promise<void> {
  checkApart(people)
  const names = people.flatMap((person) => ways.map((way) => person[way]))
  const holders = await findHolders(directory, names)
  people.forEach((person, at) => {
    for (const way of ways) {
      const holder = holders.get(person[way])
      // Go on past the people whom the run before has made.
      if (holder === undefined || holder === person.uuid) continue
      throw new Fault('refused', `This ${way} cannot be used`, {
        field: `users.${at}.${way}`,
        reason: 'name_unusable',
      })
    }
  })
}

/** Compare the people with each other: a name is what a signature prints, and the directory takes each way in once. */
function checkApart(people: readonly Founder[]): void {
  const waysIn = new Set<string>()
  const looks = new Set<string>()
  people.forEach((person, at) => {
    for (const way of ways) {
      if (!waysIn.has(foldName(person[way]))) continue
      throw new Fault('taken', `Two people have this ${way}`, {
        field: `users.${at}.${way}`,
        reason: `${way}_taken`,
      })
    }
    if (keysOf(person.name).some((key) => looks.has(key))) {
      throw new Fault('taken', 'Two people have names that look alike', {
        field: `users.${at}.name`,
        reason: 'name_alike',
      })
    }
    for (const way of ways) waysIn.add(foldName(person[way]))
    for (const key of keysOf(person.name)) looks.add(key)
  })
}
