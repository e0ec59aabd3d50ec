import { Fault } from '../../../domain/fault.ts'
import type { Kind } from '../../../domain/registry.ts'
import type { Sql } from '../sql.ts'
import { looksLike, refuseMarksOnly } from '../../names/look-alike.ts'

/**
 * Refuse a name of a device, swarm, profile, attribute or type of instruments that looks like another one of the company, since
 * people choose them by name. A name from before this rule stays as long as it is not changed.
 * @throws Fault `taken` when another record of the kind has this name, or one that looks like it (UTS #39).
 */
export function checkNameOf(
  sql: Sql,
  kind: Kind,
  { uuid, name }: { uuid: string; name: string },
  known: { name: string } | null,
): void {
  if (known?.name === name) return
  refuseMarksOnly(name)
  if (!isAlikeAnother(sql, kind, { uuid, name })) return
  throw new Fault('taken', 'There is another one with this name, or one that looks like it', {
    field: 'name',
    reason: 'name_taken',
  })
}

/** Return true when another record of the kind has this name, or one that looks like it (UTS #39). */
export function isAlikeAnother(
  sql: Sql,
  kind: Kind,
  { uuid, name }: { uuid: string; name: string },
): boolean {
  const others = sql.all<{ name: string }>(
    'SELECT name FROM records WHERE kind = ? AND deleted_at IS NULL AND uuid <> ?',
    kind,
    uuid,
  )
  const isAlike = looksLike(name)
  return others.some((other) => isAlike(other.name))
}
