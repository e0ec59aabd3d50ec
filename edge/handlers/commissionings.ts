import type { commissioningCalls } from '../../domain/calls/commissionings.ts'
import { commissioning } from '../../domain/entities/commissioning.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { printSheet } from '../reports/print-sheet.ts'
import { reauthenticate } from '../session/reauthenticate.ts'
import { versionsFor } from './bkernels.ts'
import { searchHandler } from './reads.ts'
import { newUuid } from './writes.ts'

export const commissionings: Handlers<typeof commissioningCalls> = {
  search: searchHandler(commissioning),
  prepare: async ({ params }, context) => {
    const { own, by, opId } = context
    // Read the device first: versions are asked of the provider.
    await unwrap(own.get('device', params.id, by.sight))
    const updates = await versionsFor(params.id, context)
    const facts = { device_uuid: params.id, updates }
    const change = { type: 'commissioning.prepare', uuid: newUuid(context), ...facts } as const
    return unwrap(own.change(change, opId, by))
  },
  print: printSheet,
  sign: async ({ params, body }, context) => {
    const { own, by, opId } = context
    const order = await reauthenticate(context, body)
    const { device_uuid } = await unwrap(own.get('commissioning', params.id, by.sight))
    const updates = await versionsFor(device_uuid, context)
    const change = { type: 'commissioning.sign', uuid: params.id, order, updates } as const
    return unwrap(own.change(change, opId, by))
  },
}
