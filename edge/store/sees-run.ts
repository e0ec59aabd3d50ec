import type { Analysis } from '../../domain/entities/analysis.ts'
import type { User } from '../../domain/entities/user.ts'
import { permissions, refusePermission } from '../../domain/permissions.ts'
import { sightOf } from '../../domain/rules/access.ts'
import { listActive } from './list-holders.ts'
import { maySee } from './lists.ts'
import { readPerson } from './principal.ts'
import type { Sql } from './sql.ts'

/** Return true when a person sees a run: by their permissions, and as a member of its swarm. */
export function seesRun(sql: Sql, { uuid, swarms }: User, record: Analysis): boolean {
  const known = readPerson(sql, uuid)
  if (!known) return false
  const held = permissions.filter((name) => refusePermission(name, known.asker) === null)
  const sight = sightOf(held, swarms)
  return sight.kinds.includes('analysis') && maySee('analysis', { ...record }, sight)
}

/** List the members of a run's swarm who can be written to. */
export function listMembers(sql: Sql, { swarm_uuid: swarm }: Pick<Analysis, 'swarm_uuid'>): User[] {
  return listActive(sql).filter((user) => user.swarms.includes(swarm))
}
