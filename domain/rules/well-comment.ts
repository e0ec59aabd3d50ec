import { can } from '../permissions.ts'
import { analysisActions } from '../actions/analysis.ts'
import { cartridges } from '../catalog/cartridges.ts'
import type { Analysis } from '../entities/analysis.ts'
import type { NewComment, WellComment } from '../entities/well-comment.ts'
import { wellIndex } from './well.ts'

/** A comment as a page shows it: one that waits on this machine has neither author nor time yet. */
export type ShownComment = NewComment &
  Partial<Pick<WellComment, 'user_uuid' | 'user_name' | 'at' | 'removed'>>

type Commented = { comments?: readonly ShownComment[] | undefined }

/** Return the comments of a record, in the order in which the service took them. */
export function commentsOf({ comments = [] }: Commented): readonly ShownComment[] {
  return comments
}

/** Return those that nobody has removed. */
export function standingComments(record: Commented): ShownComment[] {
  return commentsOf(record).filter(({ removed }) => removed === undefined)
}

/** Return the standing comments on one well. */
export function commentsAt(record: Commented, well: string): ShownComment[] {
  return standingComments(record).filter((one) => one.well === well)
}

/** Append comments to those of a record. One that is there already, by its uuid, stays as it is; one that comes twice is the first. */
export function joinComments<One extends { uuid: string }, Other extends { uuid: string }>(
  current: readonly One[],
  added: readonly Other[],
): (One | Other)[] {
  const known = new Set(current.map(({ uuid }) => uuid))
  const fresh = added.filter(({ uuid }) => !known.has(uuid) && known.add(uuid))
  return [...current, ...fresh]
}

/** Return the field by which a comment names a well or a target that the run does not have; null when it fits. */
export function refuseComment(
  record: Pick<Analysis, 'cartridge_type' | 'method'>,
  { well, target }: Pick<NewComment, 'well' | 'target'>,
): 'well' | 'target' | null {
  if (wellIndex(cartridges[record.cartridge_type], well) < 0) return 'well'
  const { targets } = record.method.evaluation
  return target === null || targets.some(({ name }) => name === target) ? null : 'target'
}

/** Permission to remove the comment of another person: that of people who review the run. */
export const removesOthers = analysisActions.validate.needs

/** Return true where a person may remove a comment: their own, and any for people who review the run. */
export function mayRemoveComment(
  comment: Pick<ShownComment, 'user_uuid' | 'removed'>,
  person: { uuid: string; permissions: readonly string[] },
): boolean {
  if (comment.removed || comment.user_uuid === undefined) return false
  return comment.user_uuid === person.uuid || can(person.permissions, removesOthers)
}
