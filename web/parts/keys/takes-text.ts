/** Elements in which letters are typed, choose an option, or have their own meaning. */
const typing =
  'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]'

/** Return true for what takes the letters that are typed. */
export function takesText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typing) !== null
}
