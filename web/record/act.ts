import type { ReactNode } from 'react'
import type { Permission } from '../../domain/permissions.ts'
import type { IconName } from '../parts/icon/icon-paths.ts'

/** Something that may be done about one record now, or why not. */
export interface Act {
  id: string
  label: string
  icon: IconName
  /** Consequence of the act, shown below its button. */
  hint?: string
  /** True for the step that usually follows: the panel shows it first, above the facts. */
  isNext?: boolean
  /** Reason that it is not available; null where it is. */
  why: string | null
  /** The permission that it needs: where it is missing, a link explains who holds it and whom to ask. */
  needs?: Permission | null
  /** Asked first, with the consequences; without it the act is done at once. */
  ask?: {
    title: string
    text: string
    submit: string
    danger?: boolean
    /** Ask for a reason for the audit trail; `due`: it is required. */
    reason?: 'may' | 'due'
    /** Label and hint of the reason, where somebody else reads it too. */
    words?: { label: string; hint: string }
    /** Shown below the consequences: what should be done before. */
    more?: ReactNode
  }
  /** Opens something of the page, such as a form, and sends nothing. */
  open?: () => void
  /** Does it, and returns the text that says so. @throws Fault */
  send?: (opId: string, reason: string) => Promise<string>
  /** True where `send` waits for an end that differs from record to record: a plan of many then shows what it returns. */
  isEndSaid?: boolean
  /**
   * Takes it back, and returns the text that says so. `done` is the operation id of what is taken back. Nothing that somebody
   * else has changed since is written over (undo.ts). @throws Fault
   */
  back?: (opId: string, done: string) => Promise<string>
  /** Change of the record in words, for a plan of many. */
  change?: { field: string; before: string; after: string }
}

/** Find what the key E does: the act `edit`. */
export function findAct(acts: readonly Act[], id: string): Act | undefined {
  return acts.find((act) => act.id === id)
}
