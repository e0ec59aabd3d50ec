import type { Sql } from './sql.ts'
import { readLastBody, readTrueBody } from './trailed-row.ts'

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

/**
 * Return the people who count as having done what an actor did, the actor first: of a program also the owner of its key, who has
 * its secret. Without them one person alone would write by a program and approve it themselves (decision 56).
 * @throws DamageFault
 */
export function peopleBehind(sql: Sql, { uuid, name, key }: ActorWithKey): PersonBehind[] {
  const own = { uuid, name }
  if (key === undefined) return [own]
  const { owner } = readLastBody(sql, 'api_key', key) ?? {}
  if (owner) return [own, { uuid: owner.user_uuid, name: owner.user_name }]
  // A key of a person, or of a program from before keys had owners: any of its own may know the secret.
  const owners = readTrueBody(sql, 'user', uuid)?.service?.owners ?? []
  return [own, ...owners.map((one) => nameOf(sql, one))]
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

function nameOf(sql: Sql, uuid: string): PersonBehind {
  return { uuid, name: readTrueBody(sql, 'user', uuid)?.name ?? '' }
}
