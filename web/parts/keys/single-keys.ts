/** What a single key does, by its letter. */
export type SingleKeys = Readonly<Record<string, () => void>>

/** Where letters are typed, chosen by their first letter, or belong to what has the focus. */
const typing =
  'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]'

/** The letter of a key press on any keyboard: what it types where that is Latin, else what stands there on a Latin one. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return /^Key[A-Z]$/.test(code) && key.length === 1 ? code.slice(3).toLowerCase() : key
}

/** Does what the key asks for; false when it is not to be heard: with a modifier, while typing, under a dialog. */
export function pressSingleKey(event: KeyboardEvent, keys: SingleKeys): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.target instanceof Element && event.target.closest(typing)) return false
  if (isDialogOpen()) return false
  const act = keys[letterOf(event)]
  if (!act) return false
  event.preventDefault()
  act()
  return true
}

function isDialogOpen(): boolean {
  // What is only kept ready, such as a popover that is shut, is in nobody's way.
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog], dialog[open]')
  return [...dialogs].some((one) => one.checkVisibility())
}
