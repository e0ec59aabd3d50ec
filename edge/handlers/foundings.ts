import type { foundingCalls } from '../../domain/calls/foundings.ts'
import { blankCompany } from '../../domain/entities/company.ts'
import { founding } from '../../domain/entities/founding.ts'
import type { Handlers } from '../mount.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { carryOut, dropCompany } from '../organisation/founding-steps.ts'
import { unwrap } from '../outcome.ts'
import { authorOf } from '../store/operations.ts'
import { getHandler, searchHandler } from './reads.ts'
import { editHandler, newUuid } from './writes.ts'

const blank = {
  ...blankCompany,
  administrator: null,
  swarms: [],
  devices: [],
  method: null,
  test: null,
} as const

const write = editHandler(founding)

export const foundings: Handlers<typeof foundingCalls> = {
  search: searchHandler(founding),
  get: getHandler(founding),
  create: async ({ body }, context) => {
    const { uuid = newUuid(context), ...given } = body
    const fields = {
      ...blank,
      ...given,
      ...authorOf(context.by.actor),
      company_uuid: derivedUuid(uuid, 'company'),
      status: 'open',
      done: [],
      claimed: [],
      waiting: [],
    }
    const change = { type: 'record.create', kind: 'founding', uuid, body: fields } as const
    return unwrap((await context.provider()).change(change, context.opId, context.by))
  },
  edit: write,
  step: carryOut,
  end: async ({ params, body }, context) => {
    const { reason = '' } = body ?? {}
    const change = { type: 'founding.end', uuid: params.id, reason } as const
    const ended = await unwrap((await context.provider()).change(change, context.opId, context.by))
    await dropCompany(ended, reason, context)
    return ended
  },
}
