import { certificateStatuses } from '../../../domain/entities/certificate.ts'
import type { ChosenStatus } from './review-rules.ts'

/** Which certificates the list shows: all of them, unless the address names a status. */
export function readListed(text: string | null): ChosenStatus {
  return certificateStatuses.find((status) => status === text) ?? 'all'
}
