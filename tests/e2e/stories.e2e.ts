// Ten jobs of an administrator, from beginning to end, with what each takes beside what another product's documentation lists for it
// (docs/stories.md).
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { e2ePort } from '../../playwright.config.ts'
import { Hand, sayStory } from './hand.ts'
import { importRun } from './made-records.ts'
import { openSession, password } from './pages.ts'
import { readState } from './stack-control.ts'
import { stories, type StoryName } from './story-anchors.ts'
import {
  addSecondStep,
  ask,
  enter,
  enterFirst,
  foundCompany,
  makeColleague,
} from './story-people.ts'

const headers = { 'X-Requested-With': 'XMLHttpRequest' }
const word = `Story${Date.now()}`
test.use({ actionTimeout: 20_000 })

let provider: APIRequestContext
let guest: APIRequestContext

test.beforeAll(async ({ playwright }) => {
  const baseURL = `http://localhost:${e2ePort}`
  provider = await playwright.request.newContext({ baseURL })
  guest = await playwright.request.newContext({ baseURL })
  await enter(provider, 'superadmin@helix.example')
})
test.afterAll(async () => {
  await provider.dispose()
  await guest.dispose()
})

/** Say what a story took, and hold it to what it took when it was written: it may become less. */
function tell(name: StoryName, hand: Hand): void {
  const story = stories[name]
  console.log(sayStory(story, hand.actions))
  expect(hand.actions, `${story.job}: docs/stories.md`).toBeLessThanOrEqual(story.actions)
}

/** Tell if a browser that was signed in still is. */
const isIn = async (request: APIRequestContext) =>
  (await request.get('/v3/session/me', { headers })).ok()

/** Sign somebody in and return their hand. */
async function beginAs(page: Page, who: string): Promise<Hand> {
  await openSession(page, who)
  return new Hand(page)
}

test('a new branch office: a swarm, its device, its people by one list', async ({ page }) => {
  const office = `Branch ${word}`
  const hand = await beginAs(page, 'admin')
  await hand.goTo('/swarms')
  await hand.press('New swarm')
  await hand.fill(/^Name/, office)
  await hand.press('Save', hand.dialog)
  const panel = await hand.open(office)
  await hand.press('Choose devices', panel)
  await hand.check('bGATE Riva')
  await hand.press('Save', hand.dialog)
  await expect(hand.dialog).toHaveCount(0)
  await hand.goTo('/users')
  await hand.press('Invite from a list')
  const line = (at: number) =>
    `Person ${at} ${word};person${at}${word.toLowerCase()};person${at}.${word.toLowerCase()}@walk.example;;Operator;${office}`
  await hand.fill(
    /^List of people/,
    ['name;username;email;phone;profile;swarms', line(1), line(2)].join('\n'),
  )
  await hand.press(/^Invite 2/, hand.dialog)
  await expect(hand.dialog).toHaveCount(0)
  await page.goto('/swarms')
  await page.getByRole('searchbox', { name: 'Filter' }).fill(office)
  await page.getByRole('grid').getByText(office, { exact: true }).click()
  await expect(
    page.getByRole('complementary', { name: office }).getByText(`Person 2 ${word}`),
  ).toBeVisible()
  tell('branch', hand)
})

test('somebody leaves today: every way in ends at once', async ({ page }) => {
  const username = `leaver${word.toLowerCase()}`
  const name = `Leaver ${word}`
  const hand = await beginAs(page, 'admin')
  await makeColleague(page.request, { username, name, email: `${username}@walk.example` })
  await enterFirst(guest, username)
  expect(await isIn(guest)).toBe(true)
  await hand.goTo('/users')
  const panel = await hand.open(name)
  await hand.press('Switch off access', panel)
  await hand.fill(/^Reason/, 'last day')
  await hand.press('Switch off access', hand.dialog)
  await expect(panel.getByText('Switched off', { exact: true })).toBeVisible()
  expect(await isIn(guest)).toBe(false)
  tell('leaves', hand)
})

test('a partner helps for a day and leaves, and the company ends it', async ({ page, browser }) => {
  const partner = await foundCompany(provider, guest, `Partner ${word}`)
  const lab = await foundCompany(provider, guest, `Lab ${word}`)
  await ask(provider, `/partners/promote/${partner.uuid}`)
  await ask(provider, `/partners/set_underlings/${partner.uuid}`, { underlings: [lab.uuid] })
  const { visit } = await ask<{ visit: { uuid: string } }>(
    provider,
    `/companies/visit/${partner.uuid}`,
    {
      reason: 'its person may act for others',
      minutes: 60,
    },
  )
  const into = { 'X-Company': partner.uuid, 'X-Visit': visit.uuid }
  await ask(provider, `/users/promote_to_partner/${partner.person}`, {}, into)

  const helper = await beginAs(page, partner.admin)
  await helper.goTo('/partners')
  await expect(page.getByRole('heading', { name: 'Partners', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  helper.actions += 1
  await page.getByRole('combobox').fill('Act in another')
  helper.actions += 1
  await helper.click(page.getByRole('option', { name: /^Act in another company/ }))
  await helper.choose(/^Company/, lab.name)
  await helper.choose(/^Duration/, '8 h')
  await helper.fill(/^Reason/, 'set up of the first run')
  await helper.press('Start the visit', helper.dialog)
  const bar = page.getByRole('region', { name: 'Visit' })
  await expect(bar.getByText(`You are acting in ${lab.name}.`)).toBeVisible()
  await helper.press('End the visit', bar)
  await expect(bar).toHaveCount(0)

  const context = await browser.newContext({
    baseURL: `http://localhost:${e2ePort}`,
    locale: 'en-GB',
  })
  const theirs = await context.newPage()
  const host = await beginAs(theirs, lab.admin)
  await host.goTo('/company')
  const reach = theirs.getByRole('region', { name: 'Others with access to this company' })
  await expect(reach.getByText('set up of the first run')).toBeVisible()
  await host.press('End the partner’s access', reach)
  await host.fill(/^Reason/, 'the day is over')
  await host.press('End the partner’s access', host.dialog)
  await expect(reach.getByRole('button', { name: 'End the partner’s access' })).toHaveCount(0)
  await context.close()
  helper.actions += host.actions
  tell('partner', helper)
})

test('a change of a profile that would lock everybody out is refused, with names', async ({
  page,
}) => {
  const hand = await beginAs(page, 'admin')
  await hand.goTo('/permissions')
  await hand.click(
    page.getByRole('grid', { name: 'Permissions' }).getByText('Administrator').first(),
  )
  await hand.press('Change permissions')
  await hand.fill('Find a permission', 'permissions.edit')
  await hand.click(hand.dialog.getByRole('checkbox').first())
  await hand.press('See the effect', hand.dialog)
  await expect(hand.dialog.getByText('This change would be refused').first()).toBeVisible()
  await expect(hand.dialog.getByText('Amina Haddad').first()).toBeVisible()
  const save = hand.dialog.getByRole('button', { name: 'Save' })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  tell('lockout', hand)
})

test('a lost phone: the second step is off, and the person comes in with the password', async ({
  page,
}) => {
  const username = `phone${word.toLowerCase()}`
  const name = `Phone ${word}`
  const hand = await beginAs(page, 'admin')
  await makeColleague(page.request, { username, name, email: `${username}@walk.example` })
  await enterFirst(guest, username)
  await addSecondStep(guest)
  await hand.goTo('/users')
  const panel = await hand.open(name)
  await hand.press('Phone lost: two-step off', panel)
  await hand.fill(/^Reason/, 'phone lost, seen at the desk')
  await hand.press('Switch off two-step', hand.dialog)
  await expect(page.getByText(`Two-step verification of ${name} is off.`)).toBeVisible()
  await enter(guest, username)
  tell('phone', hand)
})

test('a new colleague is invited in their own language', async ({ page }) => {
  const username = `colleague${word.toLowerCase()}`
  const hand = await beginAs(page, 'admin')
  await hand.goTo('/users')
  await hand.press('Invite user')
  // Wait for the first pull, whose swarms move the button.
  await expect(hand.dialog.getByLabel('Food safety')).toBeVisible()
  await hand.fill(/^Name/, `Юлия ${word}`)
  await hand.fill(/^User name/, username)
  await hand.fill(/^E-mail/, `${username}@walk.example`)
  await hand.choose(/^Profile/, 'Operator')
  await hand.check('Food safety')
  await hand.choose(/^Language/, 'Русский')
  await hand.press('Send invitation', hand.dialog)
  await expect(page.getByText('is in the outbox')).toBeVisible()
  const { data } = await ask<{ data: { recipient: string; text: string }[] }>(
    page.request,
    '/developer/outbox',
  )
  const mail = data.find(({ recipient }) => recipient.includes(username))
  expect(mail?.text).toContain('Здравствуйте')
  tell('language', hand)
})

test('two swarms become one, and what moves is said before', async ({ page }) => {
  const [one, other] = [`Old ${word}`, `Kept ${word}`]
  const hand = await beginAs(page, 'admin')
  for (const name of [one, other]) await ask(page.request, '/swarms/create', { name })
  await hand.goTo('/swarms')
  const panel = await hand.open(one)
  await hand.press('Merge into another', panel)
  await hand.choose(/^Into/, other)
  await expect(hand.dialog.getByText(`${one} is deleted then.`)).toBeVisible()
  await hand.fill(/^Reason/, 'one bench now')
  await hand.press('Merge into another', hand.dialog)
  await expect(page.getByText(`Merged into ${other}`, { exact: false })).toBeVisible()
  tell('merge', hand)
})

test('an auditor asks who could see an analysis on a past day', async ({ page }) => {
  const name = `Seen ${word}`
  await importRun(page, name)
  const hand = new Hand(page)
  await hand.goTo('/users')
  const panel = await hand.open('Olga Marin')
  await hand.press('Explain access', panel)
  await hand.choose(/^With this analysis/, name)
  const today = new Date().toISOString().slice(0, 10)
  await hand.fill(/^At the end of a past day/, today)
  await page.keyboard.press('Tab')
  hand.actions += 1
  await expect(hand.dialog.getByText(/^As it was/)).toBeVisible()
  await expect(
    hand.dialog.getByText('They could see this analysis', { exact: false }),
  ).toBeVisible()
  tell('auditor', hand)
})

test('a company switches its identity provider on', async ({ page }) => {
  // Sign in as somebody whose account was confirmed: a company that was founded for the walk has nobody yet.
  const admin = 'admin@aurora.example'
  const { child, issuer } = await runProvider()
  try {
    const hand = await beginAs(page, 'admin')
    const me = await page.request.get('/v3/session/me', { headers })
    const { data } = (await me.json()) as { data: { company_uuid: string } }
    await hand.goTo('/company')
    const section = page.getByRole('region', {
      name: 'Sign-in with the company’s identity provider',
    })
    await hand.press('Set up', section)
    await hand.fill(/^Issuer/, issuer)
    await hand.fill(/^Client ID/, 'bapp')
    await hand.fill(/^Client secret/, clientSecret)
    await hand.fill(/^Domain/, 'aurora.example')
    await hand.fill(/^Your password/, password)
    await hand.press('Save settings', hand.dialog)
    await expect(section.getByText('Domain not proven yet')).toBeVisible()
    const { OPERATOR_SECRET } = readState('secrets.json') as Record<string, string>
    const operator = { Authorization: `Operator ${OPERATOR_SECRET}` }
    const body = { company_uuid: data.company_uuid, domain: 'aurora.example' }
    await ask(guest, '/operator/identity_provider', body, operator)
    await hand.press('Test the sign-in', section)
    await page.getByPlaceholder('Enter any login').fill(admin)
    await page.getByPlaceholder('and password').fill('anything')
    await page.getByRole('button', { name: /Sign-in/i }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(section.getByText('Last test sign-in worked')).toBeVisible()
    await hand.press('Switch on', section)
    await hand.fill(/^Your password/, password)
    await hand.press('Switch on', hand.dialog)
    await expect(section.getByText('on, in addition to passwords')).toBeVisible()
    tell('provider', hand)
    // Switch it off again: other walks sign in here with passwords alone.
    await hand.press('Switch off', section)
    await hand.fill(/^Your password/, password)
    await hand.press('Switch off', hand.dialog)
    await expect(section.getByText('on, in addition to passwords')).toHaveCount(0)
  } finally {
    child.kill()
  }
})

test('a person who was invited wrongly is gone, with the link', async ({ page }) => {
  const username = `wrong${word.toLowerCase()}`
  const name = `Wrong ${word}`
  const hand = await beginAs(page, 'admin')
  const profiles = await ask<{ data: { uuid: string; name: string }[] }>(
    page.request,
    '/profiles/search',
  )
  const profile_uuid = profiles.data.find((one) => one.name === 'Operator')?.uuid
  const email = `${username}@walk.example`
  await ask(page.request, '/users/create', { username, name, email, profile_uuid, swarms: [] })
  const { data } = await ask<{ data: { recipient: string; text: string }[] }>(
    page.request,
    '/developer/outbox',
  )
  const mail = data.find(({ recipient }) => recipient.includes(username))
  const [, user, token] = /#([0-9a-f-]{36})\.([\w-]{43})/.exec(mail?.text ?? '') ?? []
  expect(token).toBeDefined()
  await hand.goTo('/users')
  const panel = await hand.open(name)
  await hand.press('Delete', panel)
  await hand.press('Delete', hand.dialog)
  await expect(page.getByText(`${name} is deleted.`)).toBeVisible()
  const chosen = 'Own-choice-77!'
  const late = await guest.post('/v3/sessions/users/confirm_reset_password', {
    headers,
    data: { user, token, password: chosen, repeat: chosen },
  })
  expect(late.ok()).toBe(false)
  tell('invited', hand)
})

const clientSecret = 'a-secret-of-the-client-0123456789'

/** Start an identity provider in a process of its own. */
async function runProvider(): Promise<{ child: ChildProcess; issuer: string }> {
  const redirect = `http://localhost:${e2ePort}/login`
  const args = ['tests/contract/run-identity-provider.ts', redirect, clientSecret]
  const child = spawn('node_modules/.bin/node', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  for await (const line of createInterface({ input: child.stdout })) {
    const [, issuer] = /^issuer (\S+)$/.exec(line) ?? []
    if (issuer) return { child, issuer }
  }
  throw new Error('the identity provider did not start')
}
