// Records are those of this browser; the service is answered from memory.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { UsersScreen } from '../../web/screens/users/UsersScreen.tsx'
import { EditRecipeScreen } from '../../web/screens/methods/recipes/RecipesScreen.tsx'
import { closeRecords, openRecords, resyncRecords } from '../../web/state/records.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { makeRun } from '../workers/run.ts'
import { recordOfRun } from './bench/run-record.ts'
import { MemoryEdge } from './local-edge.ts'
import { mount } from './mount.tsx'

vi.mock('../../web/state/session.ts', async (load) => {
  const { signal } = await import('@preact/signals-react')
  const { operatorAccount: own } = await import('../support/operator-account.ts')
  const account = signal({ ...own, permissions: ['users.edit'] })
  return { ...(await load<object>()), account, may: () => true }
})
const who = { ...operatorAccount, permissions: ['users.search', 'recipes.search'] }

const uuid = '00000000-0000-4000-8000-000000000201'
const first = '2026-11-20T08:00:00.000Z'
const later = '2026-11-20T09:00:00.000Z'
const stamps = { created_at: first, updated_at: first }
const profile_uuid = '00000000-0000-4000-8000-000000000301'
const operator = { ...stamps, uuid: profile_uuid, name: 'Operator', base: 'Operator' }
const profiles = { data: [{ ...operator, permissions: [], users: 1 }], pages: 1, total: 1 }

const ownFetch = window.fetch
let edge = new MemoryEdge()
let sent: { base?: string }[] = []
beforeEach(() => {
  edge = new MemoryEdge()
  sent = []
  window.fetch = (input, init) => {
    const { url } = new Request(input, init)
    if (url.endsWith('/users/create')) return Promise.reject(new TypeError('not asked here'))
    if (url.includes('/profiles/'))
      return Promise.resolve(Response.json({ ok: true, data: profiles }))
    if (url.includes('/edit/')) sent.push(JSON.parse(init?.body as string) as object)
    return edge.fetch(input, init)
  }
})
afterEach(async () => {
  await closeRecords({ leave: true })
  window.fetch = ownFetch
  history.replaceState(null, '', location.pathname)
})

/** Type, let somebody else change the record, and save. Returns the version that was sent with it. */
async function editWhile(field: RegExp, body: { updated_at: string }, kind: 'user' | 'recipe') {
  const typed = page.getByRole('alertdialog').getByRole('textbox', { name: field })
  await typed.fill('Typed and not saved')
  edge.put({ kind, uuid, body: { ...body, updated_at: later, name: 'Changed by another' } })
  resyncRecords()
  await expect.element(page.getByText('Changed by another').first()).toBeVisible()
  await expect.element(typed).toHaveValue('Typed and not saved')
  await page.getByRole('alertdialog').getByRole('button', { name: /^Save/ }).click()
  await expect.poll(() => sent.length).toBe(1)
  return sent[0]?.base
}

test('seventh attack A7-12: what is typed about a person stays when somebody else changes them, and is not sent over that', async () => {
  const person = {
    ...stamps,
    uuid,
    username: 'gina',
    name: 'Gina',
    email: 'gina@lab.example',
    phone: '',
    profile_uuid,
    swarms: [],
    reviewer: 'N',
    active: 'Y',
    default_language: 'en',
    timezone: 'UTC',
    date_format: 'dd/MM/yyyy',
  }
  edge.put({ kind: 'user', uuid, body: person })
  await openRecords(who, () => undefined)
  history.replaceState(null, '', `${location.pathname}?user=${uuid}`)
  mount(<UsersScreen />)
  await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).click()
  expect(await editWhile(/^Phone/, person, 'user')).toBe(first)
})

test('seventh attack A7-12: so does what is typed about a recipe', async () => {
  const { process, evaluation } = recordOfRun(makeRun([]), { name: '', sample: '' }).method
  const recipe = {
    ...stamps,
    uuid,
    name: 'Flu',
    swarm_uuid: null,
    archived: 0,
    version: 1,
    process,
    evaluation,
    cartridge_types: ['Wells16'],
    minimum_bkernel: null,
  }
  edge.put({ kind: 'recipe', uuid, body: recipe })
  await openRecords(who, () => undefined)
  mount(<EditRecipeScreen params={{ uuid }} />)
  expect(await editWhile(/^Name/, recipe, 'recipe')).toBe(first)
})
