import { expect, type Page, test } from '@playwright/test'
import { openSession, signIn } from './pages.ts'

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })

/** Addresses of the specification that an administrator may open, and what their page is called. */
const pages: readonly [ids: string, address: string, heading: RegExp][] = [
  ['[ROUTE-001]', '/', /^Hello/],
  ['[ROUTE-002]', '/about-bapp', /^About/],
  ['[ROUTE-003]', '/me', /^Amina/],
  ['[ROUTE-012]', '/users', /^Users/],
  ['[ROUTE-024]', '/analyses', /^Analyses/],
  ['[ROUTE-025]', '/analysesOffline', /./],
  ['[ROUTE-027]', '/analyses/new', /^New analysis/],
  ['[ROUTE-033]', '/devices', /^Devices/],
  ['[ROUTE-036]', '/certificates', /^Certificates/],
  ['[ROUTE-038]', '/reviewer', /^Review/],
  ['[ROUTE-042]', '/results', /^Results of all analyses/],
  ['[SCREEN-066]', '/help', /^Help centre/],
]

test(`${pages.map(([ids]) => ids).join(' ')} an administrator enters each page`, async ({
  page,
}) => {
  await signIn(page, 'admin')
  for (const [, address, name] of pages) {
    await page.goto(address)
    await expect(heading(page), address).toHaveText(name)
    await expect(page, address).toHaveURL(address)
  }
})

test('[NAV-002] [ROUTE-049] an operator who asks for the users is led to the page that says why not', async ({
  page,
}) => {
  await openSession(page, 'operator')
  await page.goto('/users')
  await expect(page).toHaveURL(/\/401\?needs=users\.menu&page=%2Fusers$/)
  await expect(heading(page)).toHaveText('No access')
  await page.goto('/401')
  await expect(heading(page)).toHaveText('No access')
})

test('[ROUTE-050] [ROUTE-051] [ERR-072] what is at no address is said not to be found', async ({
  page,
}) => {
  await signIn(page, 'operator')
  for (const address of ['/404', '/nowhere', '/analyses/a/b']) {
    await page.goto(address)
    await expect(heading(page), address).toHaveText('Page not found')
  }
})

test('[NAV-004] [NAV-007] [ROUTE-043] who is not signed in is led to the login page and then where they wanted to go', async ({
  page,
}) => {
  await page.goto('/results?call=detected')
  await expect(page).toHaveURL(/\/login\?from=%2Fresults%3Fcall%3Ddetected$/)
  await page.getByLabel('User name or e-mail').fill('manager@aurora.example')
  await page.getByLabel('Password', { exact: true }).fill('Demo-2026!')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/results?call=detected')
  await expect(heading(page)).toHaveText('Results of all analyses')
  // Sign out: the help desk's pages bring their own sign-in.
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/helpdesk/tickets')
  await expect(heading(page)).toHaveText('Page not found')
  await expect(page).toHaveURL('/helpdesk/tickets')
})
