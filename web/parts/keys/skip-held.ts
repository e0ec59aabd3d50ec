let pressedAt: EventTarget | null = null

/**
 * Keep Enter that is held from what it was not pressed at. It sends a dialog, which gives the focus back to the button that opened it,
 * and the browser repeats the key there: the button would be pressed again. Once for the page, before other listeners.
 */
export function skipHeld(): void {
  addEventListener('keydown', skip, true)
}

function skip(event: KeyboardEvent): void {
  if (!event.repeat) pressedAt = event.target
  if (!event.repeat || event.key !== 'Enter' || event.target === pressedAt) return
  event.preventDefault()
  event.stopImmediatePropagation()
}
