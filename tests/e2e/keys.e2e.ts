import { expect, test } from '@playwright/test'
import { tabUntil } from './keys.ts'

/** Questions to the page, one after another: more than ten presses and their checks take. */
const questions = 50

test('a walk by keyboard presses no key before the page that it waits for is there', async ({
  page,
}) => {
  await page.setContent('<style>:focus { outline: 2px solid }</style><a href="#menu">Menu</a>')
  await page.evaluate(() => addEventListener('keydown', () => (document.title += 'x')))
  const field = page.getByRole('textbox', { name: 'Name' })
  const walk = tabUntil(field)
  for (let asked = 0; asked < questions; asked += 1) await page.evaluate(() => null)
  expect(await page.title()).toBe('')
  await page.evaluate(() => document.body.append(document.createElement('input')))
  await page.evaluate(() => document.querySelector('input')?.setAttribute('aria-label', 'Name'))
  await walk
  await expect(field).toBeFocused()
})
