import { type AnalysisAction, analysisActions } from '../../../domain/actions/analysis.ts'
import { type ContextAttribute, readFlags } from '../../../domain/entities/context-attribute.ts'
import type { PersonAccess } from '../../../domain/calls/users.ts'
import { capabilitiesOf } from '../../../domain/entities/company.ts'
import type { Stored } from '../../../domain/registry.ts'
import { type Body, replayEntry } from '../../../domain/trail/entry.ts'
import { readAudit } from '../audit.ts'
import { todaysRecord } from '../open-record.ts'
import { Fault } from '../../../domain/fault.ts'
import { permissions, refusePermission } from '../../../domain/permissions.ts'
import { hiddenBy, sightOf } from '../../../domain/rules/access.ts'
import { reachOf } from '../../../domain/rules/reach.ts'
import { refuseAnalysis } from '../../../domain/rules/analysis.ts'
import { readSeen } from '../by.ts'
import type { Sight } from '../lists.ts'
import { readRecord } from '../operations.ts'
import { type KnownPerson, listCounted, readPerson } from '../principal.ts'
import { withHold } from '../recalls/holds.ts'
import type { Sql } from '../sql.ts'

export const accessQueries = {
  /**
   * Explain the access of a person of this company: each permission, and each action on an analysis that the asker sees.
   * @throws Fault `not_found` for a person or an analysis out of the asker's sight.
   */
  accessOf: (
    sql: Sql,
    {
      user,
      analysis,
      at,
      attributes,
    }: {
      user: string
      analysis?: string | undefined
      at?: string | undefined
      attributes: readonly ContextAttribute[]
    },
    sight: Sight,
  ): PersonAccess => {
    readSeen(sql, 'user', user, sight)
    const known = at === undefined ? readPerson(sql, user) : readPersonAt(sql, user, at)
    if (!known) throw new Fault('not_found', 'No such user')
    const { profile } = known
    const account = {
      company_uuid: known.company.uuid,
      profile_uuid: profile?.uuid ?? '',
      base: profile?.base ?? '',
    }
    const asker = { ...known.asker, flags: [readFlags(attributes, account)] }
    const { uuid, name, active, swarms, partner = 'N', service } = known.user
    const explained = permissions.map((permission) => ({
      permission,
      refusal: refusePermission(permission, asker),
    }))
    const held = explained.flatMap(({ permission, refusal }) => (refusal ? [] : [permission]))
    const road = reachOf({ permissions: held, partner })
    const sees = (kind: 'swarm', one: string) =>
      sight.kinds.includes(kind) ? readRecord(sql, kind, one) : null
    return {
      uuid,
      at: at ?? null,
      name,
      active,
      profile: profile?.name ?? '',
      swarms: swarms.map((one) => ({ uuid: one, name: sees('swarm', one)?.name ?? '' })),
      owners: service ? service.owners.map((one) => describeOwner(sql, one)) : null,
      reach: road,
      permissions: explained,
      analysis:
        analysis === undefined
          ? null
          : at === undefined
            ? explainAnalysis(sql, analysis, { known, held, sight })
            : explainSight(sql, analysis, { known, held, sight, at }),
    }
  },
}

function describeOwner(sql: Sql, uuid: string) {
  const owner = readRecord(sql, 'user', uuid)
  return { uuid, name: owner?.name ?? '', active: owner?.active ?? 'N' }
}

/**
 * Read a person, their profile and the company as the trail says that they were at a past moment.
 * @throws Fault `refused` where the person was not there yet, or not any more.
 */
function readPersonAt(sql: Sql, uuid: string, at: string): KnownPerson {
  const user = recordAt(sql, 'user', uuid, at)
  const known = readPerson(sql, uuid)
  const company = known && recordAt(sql, 'company', known.company.uuid, at)
  if (!user || !company) {
    throw new Fault('refused', 'The person was not there at this time', {
      field: 'query.at',
      reason: 'not_there_then',
    })
  }
  const profile = recordAt(sql, 'profile', user.profile_uuid, at)
  const asker = { granted: new Set(profile?.permissions), home: capabilitiesOf(company) }
  return { user, profile, company, asker }
}

/** Replay the entries of a record up to a moment; null where there was none then. */
function recordAt<Of extends 'user' | 'profile' | 'company' | 'analysis'>(
  sql: Sql,
  kind: Of,
  uuid: string,
  at: string,
): Stored<Of> | null {
  const until = Date.parse(at)
  const entries = readAudit(sql, kind, uuid).filter((entry) => Date.parse(entry.at) <= until)
  const body = entries.reduce<Body | null>(replayEntry, null)
  return body && todaysRecord(kind, body as Stored<Of>)
}

/** Say whether a person could see an analysis at a past moment: by their rights, their swarms and its swarm as the trail has them. */
function explainSight(
  sql: Sql,
  uuid: string,
  given: { known: KnownPerson; held: readonly string[]; sight: Sight; at: string },
): PersonAccess['analysis'] {
  const { known, held, sight, at } = given
  if (!sight.kinds.includes('analysis')) throw new Fault('not_found', 'No such analysis')
  const { name } = readSeen(sql, 'analysis', uuid, sight)
  const record = recordAt(sql, 'analysis', uuid, at)
  const theirs = sightOf(held, known.user.swarms)
  const sees = theirs.kinds.includes('analysis')
  const hidden =
    record === null ? 'later' : sees ? hiddenBy('analysis', record, theirs) : 'permission'
  return { uuid, name: record?.name ?? name, hidden, actions: [] }
}

function explainAnalysis(
  sql: Sql,
  uuid: string,
  { known, held, sight }: { known: KnownPerson; held: readonly string[]; sight: Sight },
): PersonAccess['analysis'] {
  // Hide it from who sees people and no analyses: what may be done with one tells its name and state.
  if (!sight.kinds.includes('analysis')) throw new Fault('not_found', 'No such analysis')
  const record = withHold(sql, readSeen(sql, 'analysis', uuid, sight))
  const theirs = sightOf(held, known.user.swarms)
  const { uuid: user_uuid, unconfirmed = [] } = known.user
  const actor = {
    user_uuid,
    counted_with: listCounted(sql, user_uuid, unconfirmed),
    unconfirmed: unconfirmed.length > 0,
    permissions: held,
    fourEyes: known.company.four_eyes === 'Y',
  }
  return {
    uuid,
    name: record.name,
    hidden: theirs.kinds.includes('analysis') ? hiddenBy('analysis', record, theirs) : 'permission',
    actions: Object.entries(analysisActions).map(([action, { needs }]) => ({
      action,
      permission: needs,
      refusal: refuseAnalysis(action as AnalysisAction, record, actor),
    })),
  }
}
