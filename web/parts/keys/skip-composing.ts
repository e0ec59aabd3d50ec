/**
 * Keep the keys of an input method from all that acts on keys: Enter takes a word of Chinese, arrows choose one, and Escape gives it up.
 * Once for the page, before other listeners. The field itself has them.
 */
export function skipComposing(): void {
  addEventListener('keydown', skip, true)
}

/** Skip by its number as well what Safari sends once a composition has ended. */
function skip(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
}
