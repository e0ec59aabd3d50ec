import { type AnalysisAction, analysisActions } from '../../../domain/actions/analysis.ts'
import { type ContextAttribute, readFlags } from '../../../domain/entities/context-attribute.ts'
import type { PersonAccess } from '../../../domain/calls/users.ts'
import { Fault } from '../../../domain/fault.ts'
import { permissions, refusePermission } from '../../../domain/permissions.ts'
import { findRoad, hiddenBy, sightOf } from '../../../domain/rules/access.ts'
import { refuseAnalysis } from '../../../domain/rules/analysis.ts'
import { readSeen } from '../by.ts'
import type { Sight } from '../lists.ts'
import { readRecord } from '../operations.ts'
import { type KnownPerson, readPerson } from '../principal.ts'
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
      attributes,
    }: { user: string; analysis?: string | undefined; attributes: readonly ContextAttribute[] },
    sight: Sight,
  ): PersonAccess => {
    readSeen(sql, 'user', user, sight)
    const known = readPerson(sql, user)
    if (!known) throw new Fault('not_found', 'No such user')
    const { profile } = known
    const account = {
      company_uuid: known.company.uuid,
      profile_uuid: profile?.uuid ?? '',
      base: profile?.base ?? '',
    }
    const asker = { ...known.asker, flags: [readFlags(attributes, account)] }
    const { uuid, name, active, swarms, partner = 'N' } = known.user
    const explained = permissions.map((permission) => ({
      permission,
      refusal: refusePermission(permission, asker),
    }))
    const held = explained.flatMap(({ permission, refusal }) => (refusal ? [] : [permission]))
    // Of no company in particular: a partner's person reaches those that are under theirs.
    const company_uuid = known.company.uuid
    const road = findRoad(
      { permissions: held, partner, company_uuid },
      { partner_uuid: company_uuid },
    )
    const sees = (kind: 'swarm', one: string) =>
      sight.kinds.includes(kind) ? readRecord(sql, kind, one) : null
    return {
      uuid,
      name,
      active,
      profile: profile?.name ?? '',
      swarms: swarms.map((one) => ({ uuid: one, name: sees('swarm', one)?.name ?? '' })),
      reach: road,
      permissions: explained,
      analysis:
        analysis === undefined ? null : explainAnalysis(sql, analysis, { known, held, sight }),
    }
  },
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
  const actor = {
    user_uuid: known.user.uuid,
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
