import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import type { PendingCreate } from '../../domain/sync/pending.ts'
import { holdsInput } from '../../domain/sync/same-content.ts'
import type { Service } from './ports.ts'

/**
 * Send an analysis that was made on this machine (spec §4 "Offline sync", decisions R6): looked up, created where it
 * is not there, read back and compared. Each step may be repeated at any time; only after the last may the local copy go.
 * @throws Fault of a call; `internal` when what was created cannot be read back; `taken` when the edge has
 *   another analysis under this uuid.
 */
export async function uploadAnalysis(
  service: Pick<Service, 'findAnalysis' | 'createAnalysis'>,
  { input, op_id: opId }: PendingCreate,
): Promise<Analysis> {
  let found = await service.findAnalysis(input.uuid)
  if (!found) {
    await service.createAnalysis(input, opId)
    found = await service.findAnalysis(input.uuid)
  }
  if (!found) {
    throw new Fault('internal', 'What was created cannot be read back', { reason: 'not_read_back' })
  }
  if (!holdsInput(input, found)) {
    throw new Fault('taken', 'The service has another analysis under this id', {
      field: 'uuid',
      reason: 'other_content',
      versions: { yours: input, theirs: found },
    })
  }
  return found
}
