import type { ApiKey } from '../../domain/entities/api-key.ts'
import type { Kind } from '../../domain/registry.ts'
import { type Acting, isAmong } from '../../domain/rules/second-person.ts'
import type { AuditAction } from '../../domain/trail/actions.ts'
import { type Body, replayEntry } from '../../domain/trail/entry.ts'
import type { Sql } from './sql.ts'
import { readTrueAudit, readTrueBody } from './trailed-row.ts'

/** A person who counts as having done something. */
export interface PersonBehind {
  uuid: string
  name: string
}

/** The person or key that did something, as the entry of the trail names them. */
export interface ActorWithKey extends PersonBehind {
  /** The API key, where one acted in the name of a person or a program. */
  key?: string
}

const people: readonly string[] = ['account', 'key', 'partner', 'provider']

/** Tell whether an actor is a person or their key; devices, the operator and the service are none. */
export function isPerson({ via }: { via: string }): boolean {
  return people.includes(via)
}

/**
 * Return the people who count as having done what an actor did, the actor first: of a program also everybody who may have had a secret of
 * its key then. Without them one person alone would write by a program and approve it themselves (decision 56).
 * @param at moment at which it was done; now where it is being done.
 * @throws DamageFault
 */
export function peopleBehind(
  sql: Sql,
  { uuid, name, key }: ActorWithKey,
  at = new Date().toISOString(),
): PersonBehind[] {
  const own = { uuid, name }
  if (key === undefined) return [own]
  const holders = holdersOf(sql, key, at)
  if (holders.length > 0) return [own, ...holders]
  // Name the owners of a program as well: the key is a person's, or from before keys had owners, and any of them may know the secret.
  const owners = readTrueBody(sql, 'user', uuid)?.service?.owners ?? []
  return [own, ...owners.map((one) => nameOf(sql, one))]
}

/**
 * List the people who may have had a secret of a key at a moment, by its entries. An owner who hands the key over keeps knowing it until
 * it is rotated, and from then on until the old secret ends.
 */
export function holdersOf(sql: Sql, key: string, at: string): PersonBehind[] {
  let body: Body | null = null
  let [holders, before] = [new Map<string, PersonBehind>(), new Map<string, PersonBehind>()]
  let oldUntil = ''
  for (const entry of readTrueAudit(sql, 'api_key', key)) {
    if (entry.at > at) break
    body = replayEntry(body, entry)
    if (!body) continue
    const { owner, old_until = '' } = body as Partial<ApiKey>
    // Count only the rotation, which puts another secret in place: the end of the old one is brought forward later.
    if (entry.action === 'api_key.rotate') {
      before = holders
      holders = new Map()
    }
    oldUntil = old_until
    if (owner) holders.set(owner.user_uuid, { uuid: owner.user_uuid, name: owner.user_name })
  }
  const known = oldUntil > at ? [...before, ...holders] : [...holders]
  return [...new Map(known).values()]
}

/** Add the people behind an actor to authors, each once. */
export function withPeopleBehind(
  sql: Sql,
  authors: readonly PersonBehind[],
  { actor }: { actor: ActorWithKey },
): PersonBehind[] {
  const known = new Set(authors.map((one) => one.uuid))
  return [...authors, ...peopleBehind(sql, actor).filter((one) => !known.has(one.uuid))]
}

/**
 * List who counts as having made the newest entry of a record by an action: of a program also everybody who may have had a secret of its
 * key then.
 * @throws DamageFault
 */
export function makersOf(
  sql: Sql,
  { kind, uuid, action }: { kind: Kind; uuid: string; action: AuditAction },
): string[] {
  const made = readTrueAudit(sql, kind, uuid).findLast((entry) => entry.action === action)
  return made ? peopleBehind(sql, made.actor, made.at).map((one) => one.uuid) : []
}

/**
 * Name the maker of a record for a rule of four eyes: who acts, or somebody who counts as them, where a program made it by a key of theirs;
 * else its author.
 */
export function makerFor(
  sql: Sql,
  making: Parameters<typeof makersOf>[1],
  actor: Acting,
  author: string,
): string {
  return makersOf(sql, making).find((one) => isAmong([one], actor) !== false) ?? author
}

function nameOf(sql: Sql, uuid: string): PersonBehind {
  return { uuid, name: readTrueBody(sql, 'user', uuid)?.name ?? '' }
}
