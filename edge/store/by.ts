import type { Swarm } from '../../domain/entities/swarm.ts'
import { Fault } from '../../domain/fault.ts'
import type { Permission } from '../../domain/permissions.ts'
import type { Kind, Stored } from '../../domain/registry.ts'
import type { Acting, Counted } from '../../domain/rules/second-person.ts'
import { asSeen, maySee, type Sight } from './lists.ts'
import { bodyColumns, type KeptBody, textOfBody } from './kept-body.ts'
import { todaysText } from './open-record.ts'
import { type OperationActor, readRecord, type StoredBody } from './operations.ts'
import { isPerson } from './people-behind.ts'
import type { Setter } from './principal.ts'
import type { Sql } from './sql.ts'

/** Person or program for whom a change is made, as the server knows them. */
export interface By {
  actor: OperationActor
  sight: Sight
  permissions: readonly string[]
  fourEyes: boolean
  /** Basis of a person's right: checked again where the change is made. Devices, the operator and the service have none. */
  right?: Right
  /** The account has been set up by somebody else and nobody has confirmed it: they confirm nothing themselves. */
  unconfirmed?: boolean
  /** People who set it up: settings that such an account makes for others count as theirs too. */
  setBy?: readonly Setter[]
  /** People who are no second person beside the actor (domain/rules/second-person.ts). */
  countedWith?: readonly Counted[]
  /** Hash of the request (mark-request.ts), where the client chose the operation's id. */
  asked?: string
}

/**
 * An API key that was shown: its uuid, the hash of its secret, and for a secret from before a rotation the time until which that one
 * holds.
 */
export type KeyCredential = { key: string; secret: string; oldUntil?: string }

/**
 * Basis of a person's request. It is sent with every change, and the transaction that makes the change asks for it
 * again (SignInStore): a session that ended, a key that was deleted or a permission that was taken while the request was
 * under way counts as if it had been so from the start.
 */
export interface Right {
  /** Hash of the session's secret, or an API key. */
  credential: { session: string } | KeyCredential
  user: string
  /** The account's own company, whose store keeps the credential. */
  home: string
  /** The company acted in. */
  company: string
  /** Visit that the request belongs to, in a company that is not the own one (decision 38). */
  visit?: string
  /** Permissions that a flag of the product stops for the person (edge/product-flags.ts). */
  off?: readonly Permission[]
  /** Permissions without which the change is not made, each with the company in which it has to be held. */
  needs: { permission: Permission; company: string }[]
}

/** A person's standing, which rests on something that can be asked again. */
export type PersonBy = By & { right: Right }

/** Return the actor as the rules of four eyes ask for them. */
export function actingOf({ actor, countedWith }: Pick<By, 'actor' | 'countedWith'>): Acting {
  return { user_uuid: actor.uuid, counted_with: countedWith }
}

/** Return the record when there is one in sight. @throws Fault `not_found`, the same for hidden and for missing. */
export function mustSee<Body extends StoredBody>(
  kind: Kind,
  body: Body | null,
  sight: Sight,
): Body {
  if (!body || !maySee(kind, body, sight)) throw new Fault('not_found', `No such ${kind}`)
  return body
}

/**
 * Return the same for a record that the call names by its kind: the permission that the call needs says nothing of that kind.
 * @throws Fault `not_found`, also where the account sees none of the kind.
 */
export function mustSeeKind<Body extends StoredBody>(
  kind: Kind,
  body: Body | null,
  sight: Sight,
): Body {
  return mustSee(kind, sight.kinds.includes(kind) ? body : null, sight)
}

export function readSeen<Of extends Kind>(
  sql: Sql,
  kind: Of,
  uuid: string,
  sight: Sight,
): Stored<Of> {
  return mustSee(kind, readRecord(sql, kind, uuid), sight)
}

/** Return the same as JSON, mostly in its stored form, which need not be parsed to be passed on. */
export function readSeenText(sql: Sql, kind: Kind, uuid: string, sight: Sight): string {
  if (kind === 'device') {
    return JSON.stringify(asSeen(kind, readSeen(sql, kind, uuid, sight), sight))
  }
  const row = sql.first<KeptBody & { swarm_uuid: string | null }>(
    `SELECT swarm_uuid, ${bodyColumns} FROM records WHERE kind = +? AND uuid = ? AND deleted_at IS NULL`,
    kind,
    uuid,
  )
  mustSee(kind, row, sight)
  return row ? todaysText(kind, textOfBody(row)) : ''
}

/**
 * Answer a repeated delivery by a person without a record that has gone out of their sight since.
 * @throws Fault `not_found`
 */
export function answerTo<Of extends Kind>(
  { actor, sight }: By,
  kind: Of,
  record: Stored<Of> | null,
  repeated: boolean,
): Stored<Of> | null {
  if (!record) return null
  return asSeen(kind, repeated && isPerson(actor) ? mustSee(kind, record, sight) : record, sight)
}

/**
 * Return a swarm that a record may be put into.
 * @throws Fault `invalid` for one that the person is not in, or that is archived.
 */
export function checkSwarm(sql: Sql, uuid: string, by: By): Swarm {
  const swarm = readRecord(sql, 'swarm', uuid)
  if (!swarm || !by.sight.swarms.includes(uuid)) {
    throw new Fault('invalid', 'You are not in this swarm', {
      field: 'swarm_uuid',
      reason: 'swarm_unknown',
    })
  }
  if (swarm.archived !== 1) return swarm
  throw new Fault('invalid', 'This swarm is archived', {
    field: 'swarm_uuid',
    reason: 'swarm_archived',
  })
}

/** Leave out the fields that are not given. */
export function defined(patch: object): StoredBody {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}
