import type { Reason } from '../../../domain/reasons/reason.ts'
import type { Company } from '../../../domain/entities/company.ts'
import type { Unconfirmed, User } from '../../../domain/entities/user.ts'
import { Fault } from '../../../domain/fault.ts'
import type { By } from '../by.ts'
import { doerOf, type StoredBody } from '../operations.ts'

/**
 * Require two people for changes that would let one person sign as another, or switch off the rule of four eyes (21 CFR
 * 11.200(a)(3)). The first person is recorded, and a second one confirms.
 */

/**
 * Note on a person what another person has just set; leaves out their own settings and the operator's. A person who set
 * up the actor without a confirmation counts as setting this too: an account made for the purpose is no second person.
 */
export function noteSetting(
  person: User,
  what: Unconfirmed['what'],
  { actor, setBy = [] }: By,
  at: string,
): User {
  const own = actor.uuid === person.uuid && actor.key === undefined
  if (own || actor.via === 'operator' || actor.via === 'system') return person
  const known = person.unconfirmed ?? []
  const setters = new Map([doerOf(actor), ...setBy].map((one) => [one.by, one]))
  const others = known.filter((one) => one.what !== what || !setters.has(one.by))
  const fresh = [...setters.values()].map((one) => ({ what, ...one, at }))
  return { ...person, unconfirmed: [...others, ...fresh] }
}

/**
 * Remove what this actor can confirm: all that others than the actor have set.
 * @throws Fault `refused` for oneself, where there is nothing to confirm, or for one's own settings; also for an actor
 *   who waits for a confirmation.
 */
export function confirmSettings(person: User, by: By): User {
  checkSecondPerson(by)
  const { uuid, unconfirmed = [] } = person
  if (uuid === by.actor.uuid) throw refused('own_account', 'Somebody else must do this for you')
  if (unconfirmed.length === 0) throw refused('nothing_to_confirm', 'There is nothing to confirm')
  const left = unconfirmed.filter((one) => one.by === by.actor.uuid)
  if (left.length === unconfirmed.length) {
    throw refused('confirms_own', 'You have set this yourself: another administrator confirms it')
  }
  const { unconfirmed: _done, ...rest } = person
  return left.length > 0 ? { ...rest, unconfirmed: left } : rest
}

/**
 * Change a rule that takes two people to switch off: it stays on until a second person asks for the same. Switching it
 * on, or leaving it on, takes a request back.
 * @throws Fault for a key, and for an actor who waits for a confirmation.
 */
export function switchByTwo(
  rule: 'four_eyes' | 'recipe_review',
  next: Company,
  known: Company,
  patch: StoredBody,
  by: By,
  at: string,
): Company {
  if (known[rule] !== 'Y' || by.actor.via === 'operator') return next
  const request = `${rule}_off` as const
  const { [request]: asked, ...rest } = next
  if (next[rule] === 'Y') return asked && patch[rule] === 'Y' ? (rest as Company) : next
  checkSecondPerson(by)
  const first = known[request]
  if (first && first.by !== by.actor.uuid) return rest as Company
  return { ...(rest as Company), [rule]: 'Y', [request]: first ?? { ...doerOf(by.actor), at } }
}

/** @throws Fault unless a person is at a session who is confirmed themselves. */
export function checkSecondPerson({ actor, unconfirmed }: By): void {
  // Ask for the key itself: in another company `via` names the way into it, not the key.
  if (actor.key !== undefined) {
    throw new Fault('forbidden', 'This is not done by an API key', { reason: 'not_by_key' })
  }
  if (unconfirmed) {
    throw refused('confirmer_unconfirmed', 'Your own account must be confirmed first')
  }
}

function refused(reason: Reason, message: string): Fault {
  return new Fault('refused', message, { reason })
}
