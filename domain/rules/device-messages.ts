/**
 * Codes of the messages that our devices write (ENT-057); a device may write others, which are shown by their text alone. Those of notices
 * have the same word.
 */
export const deviceMessageCodes = [
  'started',
  'line_gap',
  'run_refused',
  'command_refused',
  'self_test',
  'health',
  'messages_lost',
  'run_started',
  'run_finished',
  'run_aborted',
  'run_resumed',
  'lid_opened',
  'lid_closed',
  'restarting',
  'switched_off',
  'updated',
  'settings_changed',
  'folders_cleared',
  'shell_opened',
  'shell_closed',
  'error',
] as const
export type DeviceMessageCode = (typeof deviceMessageCodes)[number]

/** Write a stretch of time, without power or without the service, into the text of a message. */
export function writeGap(from: string, to: string): string {
  return `from ${from} to ${to}`
}

const gap = /\bfrom (\d{4}-\d\d-\d\dT[\d:.]+Z) to (\d{4}-\d\d-\d\dT[\d:.]+Z)/

/** Read the stretch of time from the text of a message, in milliseconds since 1970; null where there is none. */
export function readGap(text: string): { from: number; to: number } | null {
  const [, from = '', to = ''] = gap.exec(text) ?? []
  const span = { from: Date.parse(from), to: Date.parse(to) }
  return span.from <= span.to ? span : null
}

/**
 * Return what a message says beside the word of its code, which readers see in their language: devices of earlier versions
 * wrote `Started` and `Started; was off …` under the code `started`.
 */
export function restOfMessage({ code, text }: { code: string; text: string }): string {
  const word = code.replaceAll('_', ' ')
  if (text.slice(0, word.length).toLowerCase() !== word) return text
  const rest = text.slice(word.length)
  return /^\p{L}/u.test(rest) ? text : rest.replace(/^[\s.;:,]+/, '')
}
