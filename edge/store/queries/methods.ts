import type { Application } from '../../../domain/entities/application.ts'
import type { Device } from '../../../domain/entities/device.ts'
import type { Protocol, ProtocolAlias } from '../../../domain/entities/protocol.ts'
import type { Recipe } from '../../../domain/entities/recipe.ts'
import type { Language } from '../../../domain/catalog/languages.ts'
import type { ListedAlias } from '../../../domain/calls/protocols.ts'
import { readSeen } from '../by.ts'
import { maySee, type Sight } from '../lists.ts'
import { readRecord } from '../operations.ts'
import { findWaitingVersion } from '../review-notices.ts'
import { countProtocolsOf } from '../rules/method-uses.ts'
import { checkPublished } from '../rules/recipe-versions.ts'
import type { Sql } from '../sql.ts'
import { openRecord } from '../open-record.ts'
import { listRecipeVersions } from './recipe-versions.ts'

/** Facts around a recipe: its swarm's name, and the number of visible protocols that use it. */
export interface RecipeStanding {
  uuid: string
  swarm_name: string | null
  protocols: number
}

/** A protocol with all records of the same store that belong to it. */
export interface ProtocolParts {
  protocol: Protocol
  /** Null for one of the provider's recipes, which is in another store. */
  recipe: Recipe | null
  applications: Application[]
  /** Devices for the protocol's cartridges, where the account may see devices. */
  devices: Device[]
}

export const methodQueries = {
  recipeVersions: listRecipeVersions,

  recipeStandings: (sql: Sql, { recipes }: { recipes: string[] }, sight: Sight): RecipeStanding[] =>
    recipes.map((uuid) => standingOf(sql, uuid, sight)),

  /** Protocols of the company that use a recipe: a number only, so nothing is out of sight. */
  protocolsOf: (sql: Sql, { recipe }: { recipe: string }, _sight: Sight): number =>
    countProtocolsOf(sql, recipe),

  protocolParts: (sql: Sql, { uuid }: { uuid: string }, sight: Sight): ProtocolParts => {
    const protocol = readSeen(sql, 'protocol', uuid, sight)
    const own = protocol.recipe_kind !== 'GLOBAL_RECIPE'
    if (!own) checkPublished(sql)
    return {
      protocol,
      recipe: own ? readSeen(sql, 'recipe', protocol.recipe_uuid, sight) : null,
      applications: protocol.application_uuids.flatMap((one) => {
        const application = readRecord(sql, 'application', one)
        return application && maySee('application', application, sight) ? [application] : []
      }),
      devices: sight.kinds.includes('device') ? devicesFor(sql, protocol, sight) : [],
    }
  },

  protocolAliases: (
    sql: Sql,
    wanted: { search?: string; swarm?: string; protocol?: string; limit: number; offset: number },
    sight: Sight,
  ): { data: ListedAlias[]; total: number } => {
    const { search = '', swarm, protocol } = wanted
    const found = seenAliases(sql, sight).filter(
      (one) =>
        (swarm === undefined || one.swarm_uuid === swarm) &&
        (protocol === undefined || one.protocol_uuid === protocol) &&
        one.alias.toLowerCase().includes(search.toLowerCase()),
    )
    const { offset, limit } = wanted
    return { data: found.slice(offset, offset + limit), total: found.length }
  },

  waitingVersion: findWaitingVersion,

  /** Administrators of this company that may be written to, each with the language they read. */
  administratorAddresses: (
    sql: Sql,
    _wanted: object,
    _sight: Sight,
  ): { email: string; language: Language }[] =>
    sql
      .all<{ body: string }>(
        `SELECT users.body FROM records AS users
         JOIN records AS profiles ON profiles.kind = 'profile' AND profiles.deleted_at IS NULL
           AND profiles.uuid = json_extract(users.body, '$.profile_uuid')
         WHERE users.kind = 'user' AND users.deleted_at IS NULL
           AND json_extract(profiles.body, '$.base') IN ('SuperAdmin', 'Administrator')
         ORDER BY users.name`,
      )
      .map(({ body }) => openRecord('user', body))
      .filter(({ active }) => active === 'Y')
      .map(({ email, default_language: language }) => ({ email, language })),
}

function standingOf(sql: Sql, uuid: string, sight: Sight): RecipeStanding {
  const recipe = readSeen(sql, 'recipe', uuid, sight)
  const swarm = recipe.swarm_uuid && readRecord(sql, 'swarm', recipe.swarm_uuid)
  const row = sql.first<{ count: number }>(
    `SELECT count(*) AS count FROM records
     WHERE kind = 'protocol' AND deleted_at IS NULL AND json_extract(body, '$.recipe_uuid') = ?
       AND (swarm_uuid IS NULL OR swarm_uuid IN (SELECT value FROM json_each(?)))`,
    uuid,
    JSON.stringify(sight.swarms),
  )
  return { uuid, swarm_name: swarm ? swarm.name : null, protocols: row?.count ?? 0 }
}

/** List devices for a protocol; those for technicians only are hidden from others, as everywhere (PERM-006). */
function devicesFor(sql: Sql, { cartridge_types: types }: Protocol, sight: Sight): Device[] {
  return sql
    .all<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'device' AND deleted_at IS NULL
         AND json_extract(body, '$.cartridge_type') IN (SELECT value FROM json_each(?))
       ORDER BY name`,
      JSON.stringify(types),
    )
    .map(({ body }) => openRecord('device', body))
    .filter((device) => maySee('device', device, sight))
}

/** List the aliases of the account's swarms, in alphabetical order. */
function seenAliases(sql: Sql, sight: Sight): ListedAlias[] {
  const rows = sql.all<{ uuid: string; name: string; alias: string }>(
    `SELECT records.uuid, records.name, held.value AS alias
     FROM records, json_each(body, '$.aliases') AS held
     WHERE kind = 'protocol' AND deleted_at IS NULL
       AND (swarm_uuid IS NULL OR swarm_uuid IN (SELECT value FROM json_each(?1)))
       AND json_extract(held.value, '$.swarm_uuid') IN (SELECT value FROM json_each(?1))
     ORDER BY json_extract(held.value, '$.alias'), records.uuid`,
    JSON.stringify(sight.swarms),
  )
  return rows.map(({ uuid, name, alias }) => ({
    ...(JSON.parse(alias) as ProtocolAlias),
    protocol_uuid: uuid,
    protocol_name: name,
  }))
}
