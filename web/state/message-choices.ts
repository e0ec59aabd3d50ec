import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { type MessageChoices, readMessageChoices } from '../../domain/rules/message-choices.ts'
import { readSettings, takeColumns } from './list-columns.ts'
import { account, holdPerson } from './session.ts'

const current = signal<{ of: string; choices: MessageChoices } | null>(null)

/** Choices of the account; those that everybody gets first until it has been read. */
export const messageChoices: ReadonlySignal<MessageChoices> = computed(() =>
  current.value?.of === account.value?.uuid && current.value
    ? current.value.choices
    : readMessageChoices([]),
)

/** Show choices that were just saved. */
export function showChoices(choices: MessageChoices): void {
  const of = account.peek()?.uuid
  if (of) current.value = { of, choices }
}

/** Read the settings of the account, once: without an answer the tray shows what everybody gets first. */
export async function refreshSettings(): Promise<void> {
  const isHere = holdPerson()
  const answer = await readSettings().catch(() => null)
  if (!answer || !isHere()) return
  showChoices(readMessageChoices(answer.settings))
  takeColumns(answer.settings)
}
