import type { Analysis } from '../../domain/entities/analysis.ts'
import type { User } from '../../domain/entities/user.ts'
import {
  mostComments,
  type NewComment,
  type WellComment,
} from '../../domain/entities/well-comment.ts'
import { Fault } from '../../domain/fault.ts'
import {
  joinComments,
  mayRemoveComment,
  refuseComment,
  removesOthers,
} from '../../domain/rules/well-comment.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { mentionWords } from '../mail/mention-words.ts'
import { allow } from './allow.ts'
import type { By } from './by.ts'
import { authorOf, type PlannedOperation, readRecord, type StoredBody } from './operations.ts'
import { listWanting, planDelivery } from './outgoing-changes.ts'
import type { Planners } from './planner.ts'
import { seesRun } from './sees-run.ts'
import type { Sql } from './sql.ts'

/** Comments on wells of an analysis. */
export type CommentChange =
  | { type: 'analysis.comment'; uuid: string; comments: readonly NewComment[] }
  | { type: 'analysis.removeComment'; uuid: string; comment: string; reason: string }

export const commentPlanners: Planners<CommentChange> = {
  'analysis.comment': (sql, change, by, at) => [
    {
      kind: 'analysis',
      uuid: change.uuid,
      action: change.type,
      change: (before: Analysis | null) => addComments(sql, before, change.comments, by, at),
    },
    ...planMentions(sql, change, by, at),
  ],
  'analysis.removeComment': (_sql, change, by, at) => ({
    kind: 'analysis',
    uuid: change.uuid,
    action: change.type,
    reason: change.reason,
    change: (before) => removeComment(before, change, by, at),
  }),
}

/**
 * Add comments with their author and time. One that is there already, by its uuid, is left as it is.
 * @throws Fault `invalid` for a well or target that is not of this run, people who do not see it, or too many comments.
 */
function addComments(
  sql: Sql,
  before: Analysis | null,
  sent: readonly NewComment[],
  by: By,
  at: string,
): StoredBody {
  const record = allow('comment', before, by)
  const known = new Set(record.comments?.map(({ uuid }) => uuid))
  sent.forEach((comment, index) => {
    // Judge only new comments: whom a kept one mentions may have lost sight of the run since.
    if (!known.has(comment.uuid)) checkComment(sql, record, comment, index)
  })
  const written = sent.map((one): WellComment => ({
    ...one,
    mentions: [...new Set(one.mentions)],
    ...authorOf(by.actor),
    at,
  }))
  const comments = joinComments(record.comments ?? [], written)
  if (comments.length > mostComments) {
    throw new Fault('invalid', `An analysis has ${mostComments} comments at most`, {
      field: 'comments',
      reason: 'max_length',
      params: { limit: mostComments },
    })
  }
  return { ...record, comments }
}

function checkComment(sql: Sql, record: Analysis, comment: NewComment, index: number): void {
  const field = refuseComment(record, comment)
  if (field) {
    throw new Fault('invalid', `The run has no such ${field}`, {
      field: `comments.${index}.${field}`,
      reason: 'value_not_possible',
    })
  }
  comment.mentions.forEach((user, place) => {
    // Answer alike for somebody who is not there and for somebody who does not see the run.
    if (findMentioned(sql, record, user)) return
    throw new Fault('invalid', 'Only people who see the run can be mentioned', {
      field: `comments.${index}.mentions.${place}`,
      reason: 'not_mentionable',
    })
  })
}

/** Find a person whom a comment may mention: active, no service account, and somebody who sees the run. */
export function findMentioned(sql: Sql, record: Analysis, uuid: string): User | null {
  const user = readRecord(sql, 'user', uuid)
  if (user?.active !== 'Y' || user.service) return null
  return seesRun(sql, user, record) ? user : null
}

/** Plan the messages to the people whom added comments mention, one for each comment and language. */
function planMentions(
  sql: Sql,
  { uuid, comments }: Extract<CommentChange, { type: 'analysis.comment' }>,
  by: By,
  at: string,
): PlannedOperation<'delivery'>[] {
  const record = readRecord(sql, 'analysis', uuid)
  if (!record) return []
  const current = record.comments ?? []
  // Take those that are added only (`joinComments`).
  return joinComments<NewComment, NewComment>(current, comments)
    .slice(current.length)
    .flatMap(({ uuid: comment, well, mentions }) => {
      const others = [...new Set(mentions)].filter((user) => user !== by.actor.uuid)
      const people = listWanting(sql, others, 'mentioned').flatMap(
        (user) => findMentioned(sql, record, user) ?? [],
      )
      const groups = Map.groupBy(people, ({ default_language: language }) => language)
      return [...groups].map(([language, readers]) => {
        // Name it by run and comment: the id of a comment is the client's choice, and another run may have the same.
        const delivery = derivedUuid(uuid, `mention ${comment} ${language}`)
        const words = mentionWords(language, { run: record.name, well, author: by.actor.name })
        const users = readers.map((one) => one.uuid)
        const about = { kind: 'analysis', uuid, well } as const
        const sender = by.actor.name
        return planDelivery(
          { ...words, uuid: delivery, notification_uuid: delivery, sender, users, about },
          at,
        )
      })
    })
}

/**
 * Leave the place of a comment, its author and time, with who removed it and why.
 * @throws Fault `not_found`, `forbidden` for another's comment, `refused` for one that is removed already.
 */
function removeComment(
  before: Analysis | null,
  { comment: uuid, reason }: Extract<CommentChange, { type: 'analysis.removeComment' }>,
  by: By,
  at: string,
): StoredBody {
  const record = allow('removeComment', before, by, reason)
  const { comments = [] } = record
  const found = comments.find((one) => one.uuid === uuid)
  if (!found) {
    throw new Fault('not_found', 'No such comment', { field: 'comment_uuid' })
  }
  if (found.removed) {
    throw new Fault('refused', 'The comment has been removed already', {
      field: 'comment_uuid',
      reason: 'changed_meanwhile',
    })
  }
  const { permissions } = by
  if (!mayRemoveComment(found, { uuid: by.actor.uuid, permissions })) {
    throw new Fault('forbidden', 'Only its author or a reviewer removes a comment', {
      field: 'comment_uuid',
      reason: 'permission_missing',
      params: { permission: removesOthers },
    })
  }
  const removed = { ...authorOf(by.actor), at, reason }
  const after = comments.map((one) =>
    one === found ? { ...one, text: '', mentions: [], removed } : one,
  )
  return { ...record, comments: after }
}
