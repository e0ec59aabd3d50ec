let pressedAt: EventTarget | null = null

/**
 * Have Enter that is held press a button once, and nothing that it was not pressed at. It sends a dialog, which gives the focus back to
 * the button that opened it, and the browser repeats the key there; a button that goes on to the next record would go on to many. Once
 * for the page, before other listeners.
 */
export function skipHeld(): void {
  addEventListener('keydown', skip, true)
}

function skip(event: KeyboardEvent): void {
  if (!event.repeat) pressedAt = event.target
  if (!event.repeat || event.key !== 'Enter') return
  const isButton = event.target instanceof Element && event.target.matches('button, a')
  if (event.target === pressedAt && !isButton) return
  event.preventDefault()
  event.stopImmediatePropagation()
}
