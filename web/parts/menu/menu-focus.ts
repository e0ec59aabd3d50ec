const gap = 4

/** Put an open menu under its button, or over it where there is no room, and take the focus. */
export function placeMenu(button: HTMLElement, menu: HTMLElement): void {
  placeBelow(button, menu)
  const items = listItems(menu)
  const first = items.find((item) => item.getAttribute('aria-disabled') !== 'true') ?? items[0]
  first?.focus()
}

/** Put an open panel under its button, or over it where there is no room, inside the window. */
export function placeBelow(button: HTMLElement, menu: HTMLElement): void {
  const from = button.getBoundingClientRect()
  const { width, height } = menu.getBoundingClientRect()
  const turned = getComputedStyle(button).direction === 'rtl'
  const below = from.bottom + gap + height <= innerHeight
  const left = turned ? from.left : from.right - width
  const top = below ? from.bottom + gap : Math.max(gap, from.top - gap - height)
  menu.style.left = `${Math.min(innerWidth - width - gap, Math.max(gap, left))}px`
  menu.style.top = `${top}px`
}

/** Move the focus by arrows, Home, End or a first letter; false for any other key. */
export function moveInMenu(menu: HTMLElement, key: string): boolean {
  const items = listItems(menu)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = findNext(items, at, key)
  next?.focus()
  return next !== undefined
}

function findNext(items: HTMLElement[], at: number, key: string): HTMLElement | undefined {
  const count = items.length
  if (key === 'ArrowDown') return items[(at + 1) % count]
  if (key === 'ArrowUp') return items[(at + count - 1) % count]
  if (key === 'Home') return items[0]
  if (key === 'End') return items[count - 1]
  if (key.length !== 1 || key === ' ') return undefined
  const later = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return later.find((item) => item.textContent?.toLowerCase().startsWith(key.toLowerCase()))
}

function listItems(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]
}
