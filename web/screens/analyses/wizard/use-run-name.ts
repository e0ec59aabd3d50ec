import { useEffect } from 'react'
import { analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import { nameRun } from '../../../../domain/rules/run-name.ts'
import { changeDraft, type Draft } from '../../../state/draft.ts'
import { today } from '../../../state/local-time.ts'
import { useOwnCompany } from '../../../state/use-own-company.ts'
import { useRecords } from '../../../state/use-records.ts'

const dayMs = 86_400_000

/**
 * Name a new run by the pattern of the company in place of the plain name of its method, until the person types another one.
 * @param method name of the chosen protocol or recipe; null while none is chosen.
 */
export function useRunName(draft: Draft, method: string | null): void {
  const pattern = useOwnCompany()?.run_names ?? ''
  const rows = useRecords(analysisEntity)
  const { name, offered, saved } = draft
  const isPlain = name === offered && (offered === '' || offered === method)
  const isDue = pattern !== '' && method !== null && rows !== undefined && !saved && isPlain
  useEffect(() => {
    if (!isDue || method === null || !rows) return
    const day = new Date(today.peek() * dayMs).toISOString().slice(0, 10)
    const made = nameRun(
      pattern,
      { method, day },
      rows.map((row) => row.name),
    )
    changeDraft({ name: made, offered: made })
  }, [isDue, pattern, method, rows])
}
