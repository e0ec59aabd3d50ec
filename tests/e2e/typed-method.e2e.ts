import { expect, type Page, test } from '@playwright/test'
import { heldMs } from './keys.ts'
import { openDialog, openSession } from './pages.ts'

/**
 * Keys of a person who works without a pointer. Names and numbers of the publication are typed and not counted; every other
 * key is: Tab, Enter, arrows, shortcuts, and the letters by which a page or a choice is found.
 */
class Keys {
  pressed = 0
  readonly log: string[] = []
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.#page.keyboard.press(key, { delay: heldMs })
      this.pressed += 1
    }
  }

  /** Type letters by which something is found. */
  async find(letters: string): Promise<void> {
    await this.#page.keyboard.type(letters, { delay: heldMs })
    this.pressed += letters.length
  }

  /** Type a name or a number over what the field holds, as fast as a person: what comes faster is a scanner's. */
  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text, { delay: heldMs })
  }

  /** Press Tab until the element has the focus. */
  async tabTo(role: Parameters<Page['getByRole']>[0], name: string | RegExp, key = 'Tab') {
    const target = this.#page.getByRole(role, { name, exact: typeof name === 'string' })
    const focused = target.and(this.#page.locator(':focus'))
    const before = this.pressed
    await expect(target.first()).toBeVisible()
    while ((await focused.count()) === 0) {
      if (this.pressed - before > 40) throw new Error(`${key} does not lead to ${String(target)}`)
      await this.press(key)
    }
    this.note(`${key} to ${String(name)}`)
  }

  /** Choose one of a group: one stop of Tab, arrows inside. */
  async choose(group: string, name: string): Promise<void> {
    const radio = this.#page
      .getByRole('radiogroup', { name: group })
      .or(this.#page.getByRole('group', { name: group }))
      .getByRole('radio')
    const before = this.pressed
    // Wait for choices that depend on the one before, which may come after it.
    await expect(this.#page.getByRole('radio', { name })).toBeEnabled()
    while ((await radio.and(this.#page.locator(':focus')).count()) === 0) {
      if (this.pressed - before > 40) throw new Error(`Tab does not lead to ${group}`)
      await this.press('Tab')
    }
    const wanted = this.#page.getByRole('radio', { name })
    while ((await wanted.and(this.#page.locator(':focus')).count()) === 0) {
      if (this.pressed - before > 50) throw new Error(`Arrows do not lead to ${name}`)
      await this.press('ArrowDown')
    }
    if (!(await wanted.isChecked())) await this.press('Space')
    this.note(`${group}: ${name}`)
  }

  note(what: string): void {
    this.log.push(`${this.pressed} ${what}`)
  }

  /** Open the jump dialog, and go to the first that these letters find. */
  async jump(letters: string, first: string): Promise<void> {
    await this.press('ControlOrMeta+k')
    await expect(this.#page.getByRole('combobox', { name: /^Page, analysis/ })).toBeFocused()
    await this.find(letters)
    // Look in the dialog alone: lists behind it have options as well.
    const options = openDialog(this.#page).getByRole('option')
    await expect(options.first()).toContainText(first)
    await this.press('Enter')
  }

  /** Go to a page of records by its name, and begin a new one there by its first act. */
  async begin(letters: string, title: string, act: string): Promise<void> {
    await this.jump(letters, title)
    await expect(
      this.#page.getByRole('heading', { level: 1, name: title, exact: true }),
    ).toBeVisible()
    await this.jump('', act)
    this.note(act)
  }
}

test('a method is typed from its publication and launched by keyboard alone, in at most 120 keys beyond names and numbers', async ({
  page,
}) => {
  const started = Date.now()
  const keys = new Keys(page)
  const name = `Typed N1 ${started % 100_000}`
  await openSession(page, 'manager')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Write the programme: 25 °C 2 min, 50 °C 15 min, 95 °C 2 min, 45 times 95 °C 3 s and 55 °C 30 s (CDC 2019-nCoV N1).
  await keys.begin('proc', 'Process recipes', 'New process recipe')
  await expect(page.getByRole('textbox', { name: /^Name/ })).toBeFocused()
  await keys.type(name)
  await keys.tabTo('button', 'Add step')
  await keys.press('Enter', 'Enter', 'Enter')
  await keys.tabTo('button', 'Add cycles')
  await keys.press('Enter')
  await keys.tabTo('textbox', /^Step 1: Temperature/)
  for (const celsius of ['25', '50', '95', '95', '55']) {
    await keys.type(celsius)
    await keys.press('Enter')
  }
  await keys.type('45')
  await keys.press('ArrowUp', 'Tab')
  for (const [at, seconds] of ['30', '3', '120', '900', '120'].entries()) {
    if (at > 0) await keys.press('ArrowUp')
    await keys.type(seconds)
  }
  keys.note('typed')
  await expect(
    page.getByRole('row', { name: 'Step 6: back to step 4, 45 passes in all' }),
  ).toBeVisible()
  for (const step of ['Step 1: 25 °C, 2 min', 'Step 2: 50 °C, 15 min', 'Step 4: 95 °C, 3 s']) {
    await expect(page.getByRole('row', { name: step })).toBeVisible()
  }
  await keys.press('ControlOrMeta+s')
  await page.waitForURL(/\/recipe-process\?recipe=/)

  await keys.begin('eva', 'Evaluation recipes', 'New evaluation recipe')
  await expect(page.getByRole('textbox', { name: /^Name/ }).first()).toBeFocused()
  await keys.type(name)
  await keys.tabTo('button', 'Add target')
  await keys.press('Enter')
  await expect(
    page
      .getByRole('region', { name: 'Target 1', exact: true })
      .getByRole('textbox', { name: /^Name/ }),
  ).toBeFocused()
  await keys.type('N1')
  await keys.press('ControlOrMeta+s')
  await page.waitForURL(/\/recipe-evaluation\?recipe=/)
  keys.note('evaluation saved')

  await keys.begin('reci', 'Recipes', 'New recipe')
  await expect(
    page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .getByRole('textbox', { name: /^Name/ }),
  ).toBeFocused()
  await keys.type(name)
  await keys.press('Tab')
  await keys.find('Typ')
  await keys.press('Tab')
  await keys.find('Typ')
  keys.note('halves')
  // Leave the plates of the company's devices, which are chosen. Enter opens a choice, and sends from a field.
  await keys.press('Tab', 'Enter')
  await expect(page.getByText(`${name} was saved`)).toBeVisible()
  keys.note('recipe saved')

  await keys.jump('new a', 'New analysis')
  await expect(page.getByRole('heading', { level: 1, name: 'New analysis' })).toBeVisible()
  keys.note('wizard')
  await keys.choose('Kind of method', 'Recipe')
  await keys.tabTo('combobox', 'Recipe')
  await keys.find('Typ')
  await keys.choose('Device', 'bCUBE Nord')
  await keys.tabTo('gridcell', /^A1:/)
  await keys.type('Swab 1')
  await keys.press('Enter')
  await expect(page.getByText('1 sample', { exact: true })).toBeVisible()
  keys.note('plate')
  await keys.tabTo('button', /^Launch/)
  await keys.press('Enter')
  await page.waitForURL(/\/analyses\/details\//)
  keys.note('launched')
  expect(keys.pressed, keys.log.join('\n')).toBeLessThanOrEqual(120)
  expect(Date.now() - started).toBeLessThan(5 * 60_000)
})
