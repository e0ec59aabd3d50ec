import { useState } from 'react'
import { isSameJson } from '../../domain/canonical.ts'

/**
 * Return the version of a record that a dialog was filled from, for its call: the newest one, as long as the part that is edited
 * there is what was seen. The service refuses an older one, so that a change by somebody else is not undone unseen.
 * @param part of the record as it is now.
 */
export function useSeenVersion(record: { updated_at: string }, part: unknown): string {
  const [seen] = useState({ part, at: record.updated_at })
  return isSameJson(part, seen.part) ? record.updated_at : seen.at
}
