import { auditCalls } from '../../domain/calls/audit.ts'
import { listPageSize } from '../../domain/catalog/limits.ts'
import { auditReview } from '../../domain/entities/audit-review.ts'
import { entityOf, type Kind } from '../../domain/registry.ts'
import type { AccountContext } from '../context.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { reauthenticate } from '../session/reauthenticate.ts'
import { actingOf } from '../store/by.ts'
import { refuseWithout } from '../store/right.ts'
import { searchHandler } from './reads.ts'
import { newUuid } from './writes.ts'

export const audit: Handlers<typeof auditCalls> = {
  record: async ({ params }, { own, by }) => {
    checkKind(params.kind, by)
    return unwrap(own.audit(params.kind, params.id, by.sight))
  },
  search: async ({ query, body }, { own }) => {
    return unwrap(own.searchTrail(body ?? {}, query))
  },
  state: async (_input, { own }) => unwrap(own.trailState()),
  key: async (_input, { own }) => unwrap(own.trailKey()),
  checkpoints: async ({ query }, { own }) => {
    const { page, limit } = paging(query)
    return unwrap(own.checkpoints(page, limit))
  },
  consistency: async ({ params }, { own }) =>
    unwrap(own.proveBetween(Number(params.from), Number(params.to))),
  reviewState: async (_input, { own, by }) =>
    unwrap(own.ask({ name: 'auditReviewState' }, by.sight)),
  queue: async ({ query }, { own, by }) => {
    const reader = by.fourEyes ? actingOf(by) : null
    return unwrap(own.ask({ name: 'auditQueue', reader, ...paging(query) }, by.sight))
  },
  reviews: searchHandler(auditReview),
  mark: async ({ body }, context) => {
    const { own, opId, by } = context
    const order = { ...body, note: body.note ?? '' }
    const change = { type: 'audit_mark.create', uuid: newUuid(context), ...order } as const
    return await unwrap(own.change(change, opId, by))
  },
  prepare: async ({ body }, context) => {
    const { own, opId, by } = context
    const change = { type: 'audit_review.prepare', uuid: newUuid(context), ...body } as const
    return await unwrap(own.change(change, opId, by))
  },
  sign: async ({ params, body }, context) => {
    const { own, opId, by } = context
    const order = await reauthenticate(context, body)
    const change = { type: 'audit_review.sign', uuid: params.id, order } as const
    return await unwrap(own.change(change, opId, by))
  },
  exportRecord: async ({ params }, { own }) => {
    const text = await unwrap(own.exportRecord(params.kind, params.id))
    return {
      bytes: new TextEncoder().encode(text),
      // Give it a media type of its own: a reply of plain JSON would be taken for an envelope.
      type: 'application/vnd.bapp.record+json',
      name: `${params.kind}-${params.id}.bapp-record.json`,
    }
  },
  exportTrail: async ({ query }, { own }) => {
    const { after, size } = query
    return unwrap(own.exportTrail(Number(after ?? 0), size === undefined ? null : Number(size)))
  },
}

/**
 * Kinds that no call shows to all who may search them: messages are their readers', and files name runs of several swarms. Their ids can be
 * calculated from those of runs.
 */
const seenWithTrail: readonly Kind[] = ['delivery', 'handout']

/** Ask for the permission of the record's kind, or for that of the whole trail: its entries show its content. */
function checkKind(kind: Kind, { permissions }: AccountContext['by']): void {
  const isWithTrail = seenWithTrail.includes(kind)
  refuseWithout(isWithTrail ? auditCalls.search.needs : entityOf(kind).permission, permissions)
}

function paging(query: { page?: string | undefined; limit?: string | undefined }): {
  page: number
  limit: number
} {
  return { page: Number(query.page ?? 1), limit: Number(query.limit ?? listPageSize) }
}
