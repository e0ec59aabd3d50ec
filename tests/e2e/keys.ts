import { expect, type Locator, type Page } from '@playwright/test'

type Role = Parameters<Page['getByRole']>[0]

/** A patient person gives up after so many presses. */
const mostPresses = 60
/** Time (ms) for which a key is held. As fast as a quick person: what comes faster is a bar-code reader's. */
export const heldMs = 90

/** Return true if the element with the focus, or its visible substitute, has a ring of at least two pixels. */
function hasRing(): boolean {
  const element = document.activeElement
  if (!element) return false
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = 'var(--focus)'
  const focusColour = getComputedStyle(probe).color
  probe.remove()
  const drawn = (one: Element | null) => {
    if (!one) return false
    const { outlineStyle, outlineWidth, stroke, strokeWidth } = getComputedStyle(one)
    // Look at the colour of a picture's shapes, which has no outlines: they are drawn in that of the focus.
    if (stroke === focusColour) return Number.parseFloat(strokeWidth) >= 2
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  }
  const parent = element.parentElement
  // Look near it as well: of a field its box is ringed, of a choice its words, of a list its row, of a handle its end.
  const near = [element, parent, parent?.parentElement ?? null, element.nextElementSibling]
  if ([...near, ...element.children].some(drawn)) return true
  if (getComputedStyle(element, '::after').outlineStyle !== 'none') return true
  return [...element.querySelectorAll('[data-active] td, [data-active]')].some(drawn)
}

/** Name the element with the focus, for the message of a failure. */
function nameFocused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    const words = element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    return `${element?.tagName.toLowerCase() ?? ''} ${words.slice(0, 60)}`
  })
}

/** Expect the focus on the target, with a visible ring. */
export async function expectFocus(target: Locator): Promise<void> {
  await expect(target).toBeFocused()
  const page = target.page()
  await expect
    .poll(() => page.evaluate(hasRing), { message: `A ring at ${await nameFocused(page)}` })
    .toBe(true)
}

/**
 * Press Tab, or another key, until the target has the focus: what is out of reach or out of order fails. Wait for the
 * target before the first press: while a page is loading, all presses pass through the menu beside it.
 */
export async function tabUntil(
  target: Locator,
  key: 'Tab' | 'Shift+Tab' | (string & {}) = 'Tab',
): Promise<void> {
  await expect(target.first()).toBeVisible()
  const page = target.page()
  const focused = target.and(page.locator(':focus'))
  const passed: string[] = []
  while ((await focused.count()) === 0) {
    if (passed.length === mostPresses) {
      throw new Error(`${key} does not lead to ${String(target)}, but to:\n${passed.join('\n')}`)
    }
    await pressKey(page, key)
    passed.push(await nameFocused(page))
  }
  await expectFocus(focused)
}

/** Press a key, and hold it as long as a person does where it is a letter. */
export async function pressKey(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key, { delay: key.length === 1 ? heldMs : 0 })
}

/** Move by Tab to the element with this role and name. */
export async function tabTo(
  page: Page,
  role: Role,
  name: string | RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await tabUntil(page.getByRole(role, { name, exact: typeof name === 'string' }), key)
}

/** Move to a control, and press its key. */
export async function press(page: Page, role: Role, name: string | RegExp): Promise<void> {
  await tabTo(page, role, name)
  await page.keyboard.press('Enter')
}

/** Move to a choice within its group: one tab stop, arrows inside. */
export async function choose(page: Page, group: string, name: string): Promise<void> {
  const inside = page
    .getByRole('radiogroup', { name: group })
    .or(page.getByRole('group', { name: group }))
  await tabUntil(inside.getByRole('radio'))
  await tabUntil(inside.getByRole('radio', { name }), 'ArrowDown')
  await page.keyboard.press('Space')
  await expect(inside.getByRole('radio', { name })).toBeChecked()
}

/**
 * Choose by letters, which work everywhere, while the keys that open a list differ. Type them again if another option was
 * chosen: a browser that is late between two letters takes the second for the first of another option.
 */
export async function chooseByLetters(page: Page, name: string, words: string): Promise<void> {
  await tabTo(page, 'combobox', name)
  const chosen = page.getByRole('combobox', { name, exact: true }).locator('option:checked')
  await expect(async () => {
    await page.keyboard.type(words)
    await expect(chosen).toHaveText(new RegExp(`^${words}`), { timeout: 2000 })
  }).toPass()
}

/** Open the panel of a record in its list by the keyboard alone. */
export async function openRecord(page: Page, list: string, name: string): Promise<Locator> {
  await page.getByRole('searchbox', { name: 'Filter' }).fill(name)
  const grid = page.getByRole('grid', { name: list })
  await expect(grid.getByText(name, { exact: true }).first()).toBeVisible()
  await grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name, exact: true })
  await expect(panel).toBeFocused()
  return panel
}
