import { whenAlone } from '../scan/reader-guard.ts'
import { takesText } from './takes-text.ts'
import { countOpenDialogs } from '../dialog/open-dialogs.ts'

/** Actions of single keys, by letter; with Shift they may do more of the same. */
export type SingleKeys = Readonly<Record<string, (event: KeyboardEvent) => void>>

/**
 * Return the letter of a key press on any keyboard: the typed one if it is Latin, else that of the same key on a Latin
 * keyboard.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return /^Key[A-Z]$/.test(code) && key.length === 1 ? code.slice(3).toLowerCase() : key
}

/**
 * Do what the key asks for, once it is sure that a person pressed it alone and no bar-code reader typed it. False when it is
 * not to be heard: with a modifier, while typing, under a dialog, in the middle of a code.
 */
export function pressSingleKey(event: KeyboardEvent, keys: SingleKeys): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  if (takesText(event.target)) return false
  if (countOpenDialogs() > 0) return false
  const act = keys[letterOf(event)]
  if (!act) return false
  event.preventDefault()
  whenAlone(event, () => act(event))
  return true
}
