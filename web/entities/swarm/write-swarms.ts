import type { Swarm } from '../../../domain/entities/swarm.ts'
import { compareTexts } from '../../i18n/format.ts'

/** Write the names of swarms in reading order; those the account does not know are left out. */
export function writeSwarms(uuids: readonly string[], swarms: readonly Swarm[]): string {
  return swarms
    .filter(({ uuid }) => uuids.includes(uuid))
    .map(({ name }) => name)
    .toSorted(compareTexts)
    .join(', ')
}
