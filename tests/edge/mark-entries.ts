import { auditCalls } from '../../domain/calls/audit.ts'
import { mostMarked } from '../../domain/entities/audit-review.ts'
import { must, type Sender } from './lab.ts'

/** Say "in order" about every entry that waits in the review of the audit trail. */
export async function markAll(sender: Sender): Promise<number> {
  const { data } = (await must(sender(auditCalls.queue, { query: { limit: '500' } }))).data
  const waiting = data.filter(({ mark }) => mark === null).map(({ seq }) => seq)
  for (let at = 0; at < waiting.length; at += mostMarked) {
    const entries = waiting.slice(at, at + mostMarked)
    await must(sender(auditCalls.mark, { body: { entries, word: 'in_order' } }))
  }
  return waiting.length
}
