import { expect, type Page, test } from '@playwright/test'
import { type Language, languageCodes } from '../../domain/catalog/languages.ts'
import { findViolations } from './axe.ts'
import { findMethod, draftNotification, openRecall, requestCertificate } from './made-records.ts'
import { signIn } from './pages.ts'
import { type Known, publicScreens, screens } from './screens.ts'

interface Look {
  language: Language
  theme: 'light' | 'dark'
}

/** Languages that are looked at most: long words, right to left, and another script. */
const telling = ['de', 'ar', 'zh'] as const

/** Languages that not every screen is looked at in: they are dealt to the screens by turns. */
const others = languageCodes.filter((code) => code !== 'en' && !telling.some((one) => one === code))

/** List all looks of a screen: long words, right to left, another script, and both themes in each screen. */
const longLooks = (at: number): Look[] => [
  { language: 'en', theme: 'light' },
  { language: 'de', theme: 'dark' },
  { language: 'ar', theme: 'light' },
  { language: 'zh', theme: 'dark' },
  { language: others[at % others.length]!, theme: 'light' },
]

/** Languages of the dark looks: two telling ones, then another. */
const dark = others.flatMap((other, at) => [
  telling[(2 * at) % 3]!,
  telling[(2 * at + 1) % 3]!,
  other,
])

/**
 * List two looks of a screen, one in each theme. What differs by language alone are words and the direction, and the screens
 * are made of the same parts: each part is seen in every language on some screen.
 */
const shortLooks = (at: number): Look[] => [
  { language: 'en', theme: 'light' },
  { language: dark[at % dark.length]!, theme: 'dark' },
]

/** Wait until a page shows what it is made of. */
async function settle(page: Page, address: string): Promise<void> {
  await page.locator('h1').first().waitFor()
  await expect(page.locator(':not(button)[aria-busy="true"]'), address).toHaveCount(0)
}

/** Show the page in another language by the choice that it has; a page without one is loaded again. */
async function speak(page: Page, language: Language): Promise<void> {
  const isChosen = await page.evaluate((code) => {
    const choice = [...document.querySelectorAll('select')].find(({ options }) =>
      [...options].some(({ value }) => value === 'zh'),
    )
    if (!choice?.closest('header')) return false
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(choice, code)
    return choice.dispatchEvent(new Event('change', { bubbles: true }))
  }, language)
  if (!isChosen) {
    await page.evaluate((code) => localStorage.setItem('language', code), language)
    await page.reload()
  }
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** Open a public page, which loads the app. */
async function load(page: Page, address: string, { language, theme }: Look): Promise<void> {
  await page.evaluate(
    (look) => {
      localStorage.setItem('language', look.language)
      localStorage.setItem('theme', look.theme)
    },
    { language, theme },
  )
  await page.goto(address)
}

/** Go to a screen inside the app, as its links do: to load the app for each costs a second of the processor. */
async function goInside(page: Page, address: string, { language }: Look): Promise<void> {
  const isThere = await page.evaluate((to) => {
    if (location.pathname === to) return true
    // Mark the page that is left, since each screen draws one of its own.
    document.querySelector('main')?.setAttribute('data-left', '')
    history.pushState(null, '', to)
    return false
  }, address)
  if (isThere) await page.reload()
  await page.locator('main:not([data-left]) h1').first().waitFor()
  if ((await page.locator('html').getAttribute('lang')) !== language) await speak(page, language)
}

/** Screens whose frame is looked at in the second look as well, so that it is seen in every language. */
const framesTwice = dark.length

/** Check a page in each of its looks. It is opened once. */
async function lookAt(
  page: Page,
  open: typeof load,
  { address, at, looks }: { address: string; at: number; looks: readonly Look[] },
): Promise<string[]> {
  const found: string[] = []
  const [first, ...rest] = looks
  const check = async ({ language, theme }: Look, part = 'html') => {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
    await settle(page, address)
    for (const line of await findViolations(page, part)) {
      found.push(`${address} (${language}, ${theme}) ${line}`)
    }
  }
  await open(page, address, first!)
  await check(first!)
  for (const look of rest) {
    await speak(page, look.language)
    // Look at the frame around the page only at first: it is the same on all.
    await check(look, at < framesTwice ? 'html' : 'main')
  }
  return found
}

/** Look at every public page. */
async function lookAtPublic(page: Page, looksOf: (at: number) => Look[]): Promise<string[]> {
  await page.goto('/login')
  const found: string[] = []
  for (const [at, address] of publicScreens.entries()) {
    found.push(...(await lookAt(page, load, { address, at, looks: looksOf(at) })))
  }
  return found
}

/** Look at every screen behind the sign-in, with records that are made for it. */
async function lookAtAll(page: Page, looksOf: (at: number) => Look[]): Promise<string[]> {
  // Allow more than the 17 minutes it took on a machine with twenty times the work that it had cores for.
  test.setTimeout(1_200_000)
  await signIn(page, 'admin')
  const made = await requestCertificate(page, 'All screens')
  const processRecipe = await findMethod(page, 'process_recipes')
  const evaluationRecipe = await findMethod(page, 'evaluation_recipes')
  const recall = await openRecall(page)
  const notification = await draftNotification(page)
  const methods = { processRecipe, evaluationRecipe }
  const known: Known = { ...made, ...methods, recall, notification, hostname: 'bcube-0016' }
  const found: string[] = []
  for (const [at, address] of Object.values(screens).entries()) {
    const looks = looksOf(at)
    found.push(...(await lookAt(page, goInside, { address: address(known), at, looks })))
  }
  return found
}

test('issue 18: every public page has no violation of axe in light and dark, in every language by turns', async ({
  page,
}) => {
  expect(await lookAtPublic(page, shortLooks)).toEqual([])
})

test('issue 18: every screen has no violation of axe in light and dark, in every language by turns', async ({
  page,
}) => {
  expect(await lookAtAll(page, shortLooks)).toEqual([])
})

test('issue 18: every public page has no violation of axe in five languages each @long', async ({
  page,
}) => {
  expect(await lookAtPublic(page, longLooks)).toEqual([])
})

test('issue 18: every screen has no violation of axe in five languages each @long', async ({
  page,
}) => {
  expect(await lookAtAll(page, longLooks)).toEqual([])
})
