import type { Study } from '../entities/study.ts'
import type { Actions } from './action.ts'

export type StudyState = 'active' | 'signed' | 'archived'

export function studyState({ status, signature }: Pick<Study, 'status' | 'signature'>): StudyState {
  if (status === 'archived') return 'archived'
  return signature === null ? 'active' : 'signed'
}

/**
 * Actions on a study. A signed one never changes again: a copy of it does. An archived one still opens and is exported; it
 * changes only by being brought back.
 */
export const studyActions = {
  edit: { from: ['active'], needs: 'analysis.edit' },
  sign: { from: ['active'], to: 'signed', needs: 'analysis.validate', unless: ['four_eyes'] },
  archive: { from: ['active', 'signed'], to: 'archived', needs: 'analysis.edit' },
  unarchive: { from: ['archived'], needs: 'analysis.edit' },
  copy: { from: ['active', 'signed', 'archived'], needs: 'analysis.create' },
  export: { from: ['active', 'signed', 'archived'], needs: 'analysis.report' },
} as const satisfies Actions<StudyState>
