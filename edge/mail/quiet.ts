import { type MessageChoices, quietUntil } from '../../domain/rules/message-choices.ts'

/** Return the end of a person's quiet hours (ISO) where they are in them now: a mail that can wait does not leave before. */
export function afterQuiet({
  choices,
  timezone,
}: {
  choices: MessageChoices
  timezone: string
}): string | undefined {
  const end = quietUntil(Date.now(), choices, timezone)
  return end === null ? undefined : new Date(end).toISOString()
}
