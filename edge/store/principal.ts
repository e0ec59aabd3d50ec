import type { Account } from '../../domain/calls/session.ts'
import { deviceTypes } from '../../domain/catalog/devices.ts'
import type { ApiKey } from '../../domain/entities/api-key.ts'
import { capabilitiesOf, type Company } from '../../domain/entities/company.ts'
import type { AttributeAccount } from '../../domain/entities/context-attribute.ts'
import type { Profile } from '../../domain/entities/profile.ts'
import type { Unconfirmed, User } from '../../domain/entities/user.ts'
import type { Visit } from '../../domain/entities/visit.ts'
import {
  type Asker,
  type Capabilities,
  can,
  type Permission,
  permissions,
  refusePermission,
} from '../../domain/permissions.ts'
import { Fault } from '../../domain/fault.ts'
import type { Kind } from '../../domain/registry.ts'
import { sightOf } from '../../domain/rules/access.ts'
import { type Counted, countedWith, type SetUp } from '../../domain/rules/second-person.ts'
import { sha256Hex } from '../crypto/secret.ts'
import type { Sight } from './lists.ts'
import { readGeneration } from './meta.ts'
import { holdersOf } from './people-behind.ts'
import type { Session } from './sessions.ts'
import type { Sql } from './sql.ts'
import { type InForce, readInForce } from './trailed-row.ts'

/** The signed-in account, as the store knows it now: a changed profile takes effect with the next call. */
export interface Principal {
  account: Account
  sight: Sight
  /** Profile by which flags of the product are found. */
  profile?: Pick<AttributeAccount, 'profile_uuid' | 'base'>
  /** People who set something of the account that nobody has confirmed. */
  setBy?: Setter[]
}

export type Setter = Pick<Unconfirmed, 'by' | 'by_name'>

/** The one record that a call is about, and the permission without which it is not looked up. */
export interface PlannedRead {
  needs: Permission | null
  kind: Kind
  uuid: string
}

/** A person as the store knows them now, and the facts by which it is decided what they may use. */
export interface KnownPerson {
  user: User
  profile: Profile | null
  company: Company
  asker: Asker
}

/** Part of what the account of an API key has, with which the key was made. */
export type KeyScope = Pick<ApiKey, 'uuid' | 'permissions' | 'swarms' | 'owner'>

/** Read a person with their rights; null when the person or the company is gone. @param scope of an API key. */
export function readPerson(sql: Sql, uuid: string, scope?: readonly string[]): KnownPerson | null {
  const person = readInForce(sql, 'user', uuid)
  const home = readCompanyInForce(sql)
  if (!person.record || !home?.record) return null
  const rights = readInForce(sql, 'profile', person.record.profile_uuid)
  return {
    user: person.record,
    profile: rights.record,
    company: home.record,
    asker: {
      granted: new Set(rights.record?.permissions),
      home: capabilitiesOf(home.record),
      isUnproven: person.isUnproven || rights.isUnproven || home.isUnproven,
      ...(scope && { scope: new Set(scope) }),
    },
  }
}

/**
 * Read the principal of a session; null when the user is gone or inactive.
 * @param scope of an API key: no more than these of the permissions and swarms that the user has.
 */
export function readPrincipal(sql: Sql, session: Session, scope?: KeyScope): Principal | null {
  const known = readPerson(sql, session.user_uuid, scope?.permissions)
  if (known?.user.active !== 'Y') return null
  if (known.user.service && !hasOwner(sql, known.user.service, scope?.owner)) return null
  const { company, profile, asker } = known
  const user = scope?.swarms ? narrow(known.user, scope.swarms) : known.user
  const held = permissions.filter((name) => refusePermission(name, asker) === null)
  const sight = sightOf(held, user.swarms)
  const setBy = [
    ...(user.unconfirmed ?? []).map(({ by, by_name }) => ({ by, by_name })),
    ...settersBy(sql, user, scope),
  ]
  const counted = listCounted(sql, user.uuid, setBy)
  const account = describeAccount(user, company, profile, held, session, sight, readGeneration(sql))
  return {
    sight,
    ...(profile && { profile: { profile_uuid: profile.uuid, base: profile.base } }),
    setBy,
    account: counted.length === 0 ? account : { ...account, counted_with: counted },
  }
}

/**
 * List the people who are no second person beside this one (decision 84). Accounts that were deleted or went to another company
 * while they waited for a confirmation count too: nobody has confirmed what was done by them.
 */
export function listCounted(sql: Sql, user: string, setBy: readonly Setter[]): Counted[] {
  const setters = setBy.map(asCounted)
  const self = [user, ...setters.map(({ uuid }) => uuid)]
  return countedWith(user, setters, readWaiting(sql, self))
}

/**
 * List the accounts that wait for a confirmation. It is asked with every request, so no record is opened: a company may have
 * provisioned thousands.
 * @param by keep only those that one of these people has set up; all when left out.
 */
export function readWaiting(sql: Sql, by: readonly string[] | null = null): SetUp[] {
  return sql
    .all<{ uuid: string; name: string; unconfirmed: string }>(
      `SELECT uuid, json_extract(body, '$.name') AS name, json_extract(body, '$.unconfirmed') AS unconfirmed
       FROM records INDEXED BY people_unconfirmed
       WHERE kind = 'user' AND json_extract(body, '$.unconfirmed') IS NOT NULL
         AND (?1 IS NULL OR EXISTS (SELECT 1 FROM json_each(body, '$.unconfirmed') AS one
           WHERE json_extract(one.value, '$.by') IN (SELECT value FROM json_each(?1))))`,
      by && JSON.stringify(by),
    )
    .map(({ uuid, name, unconfirmed }) => {
      const setters = JSON.parse(unconfirmed) as Setter[]
      return { uuid, name, by: setters.map(asCounted) }
    })
}

function asCounted({ by, by_name }: Setter): Counted {
  return { uuid: by, name: by_name }
}

/** Leave a key in the swarms that it was made with: what its account got later was not granted to it. */
function narrow(user: User, swarms: readonly string[]): User {
  return { ...user, swarms: user.swarms.filter((one) => swarms.includes(one)) }
}

/** Return the people who may know the secret of a program's key: what it sets for others counts as set by them. */
function settersBy(sql: Sql, { service }: User, key: KeyScope | undefined): Setter[] {
  if (key?.owner) {
    const holders = holdersOf(sql, key.uuid, new Date().toISOString())
    return holders.map(({ uuid, name }) => ({ by: uuid, by_name: name }))
  }
  const owners = service?.owners ?? []
  return owners.map((by) => ({ by, by_name: readInForce(sql, 'user', by).record?.name ?? '' }))
}

/**
 * Check that somebody with access answers for a program: the owner of the key, or for a key from before keys had one, any owner
 * of the account.
 */
function hasOwner(
  sql: Sql,
  { owners }: NonNullable<User['service']>,
  owner: ApiKey['owner'],
): boolean {
  return owners
    .filter((uuid) => !owner || uuid === owner.user_uuid)
    .some((uuid) => readInForce(sql, 'user', uuid).record?.active === 'Y')
}

function describeAccount(
  user: User,
  company: Company,
  profile: Profile | null,
  held: string[],
  session: Session,
  sight: Sight,
  generation: string,
): Account {
  return {
    uuid: user.uuid,
    username: user.username,
    name: user.name,
    email: user.email,
    profile: profile?.name ?? '',
    permissions: held,
    swarms: user.swarms,
    reviewer: user.reviewer,
    ...(user.unconfirmed?.length ? { unconfirmed: true } : {}),
    partner: user.partner ?? 'N',
    default_language: user.default_language,
    preferences: { timezone: user.timezone, date_format: user.date_format },
    company_uuid: company.uuid,
    company_details: {
      name: company.name,
      data_region: company.data_region,
      devices: Object.values(deviceTypes).map((type) => ({
        name: type.name,
        allowed: can(held, type.permission),
      })),
      isPartner: company.isPartner,
      certificates_enabled: company.certificates_enabled,
      developer: company.developer,
      four_eyes: company.four_eyes,
    },
    session: { idle_until: session.idle_until, ends_at: session.ends_at },
    scope: sha256Hex(
      JSON.stringify([
        user.uuid,
        [...sight.kinds].sort(),
        [...sight.swarms].sort(),
        sight.closed,
        generation,
      ]),
    ).slice(0, 16),
  }
}

/** Facts of a company needed when an account of another company acts in it (edge/reach.ts). */
export interface CompanyOutline {
  capabilities: Capabilities
  swarms: string[]
  fourEyes: boolean
  /** Visits that nobody has ended; their time may be over. */
  visits: Pick<Visit, 'uuid' | 'by' | 'until' | 'at' | 'via'>[]
  /** The company grants visits (decision 80). */
  grantsVisits: boolean
}

/** @throws Fault `not_found` for a company that is gone. */
export function describeCompany(sql: Sql): CompanyOutline {
  const company = readCompany(sql)
  if (!company) throw new Fault('not_found', 'No such company')
  const rows = sql.all<{ uuid: string }>(
    `SELECT uuid FROM records WHERE kind = 'swarm' AND deleted_at IS NULL`,
  )
  return {
    capabilities: capabilitiesOf(company),
    swarms: rows.map(({ uuid }) => uuid),
    fourEyes: company.four_eyes === 'Y',
    visits: (company.visits ?? [])
      .filter(({ ended_at }) => ended_at === null)
      .map(({ uuid, by, until, at, via }) => ({ uuid, by, until, at, via })),
    grantsVisits: company.visits_granted === 'Y',
  }
}

/** Read the company of this store: it holds exactly one. */
export function readCompany(sql: Sql): Company | null {
  return readCompanyInForce(sql)?.record ?? null
}

function readCompanyInForce(sql: Sql): InForce<'company'> | null {
  const row = sql.first<{ uuid: string }>(`SELECT uuid FROM audit WHERE kind = 'company' LIMIT 1`)
  return row && readInForce(sql, 'company', row.uuid)
}
