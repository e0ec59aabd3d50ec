/** Where letters are typed, chosen by their first letter, or belong to what has the focus. */
const typing =
  'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]'

/** Return true for what takes the letters that are typed. */
export function takesText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typing) !== null
}
