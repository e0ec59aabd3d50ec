import * as v from 'valibot'
import { post } from '../call.ts'
import { CommandRecord } from '../entities/command.ts'
import { AbortRun, ExtendRun, SkipStep } from '../live/command.ts'
import { byId } from './shapes.ts'

/**
 * Sends a command about a run through permission, audit and ledger. LOAD_RECIPE is sent by launching an
 * analysis. Answers when the device has, or with state `sent` or `queued` when it has not yet.
 *
 * Keep it apart from the other calls of devices: the page of a run asks it what may be ordered, and needs none of them.
 */
export const commandRow = post('/products/command/:id', {
  reach: 'own',
  needs: 'analysis.run',
  params: byId,
  body: v.variant('name', [AbortRun, SkipStep, ExtendRun]),
  data: CommandRecord,
})
