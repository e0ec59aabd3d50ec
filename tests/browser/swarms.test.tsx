import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import type { Swarm } from '../../domain/entities/swarm.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { MembersDialog } from '../../web/screens/swarms/MembersDialog.tsx'
import { MergeDialog } from '../../web/screens/swarms/MergeDialog.tsx'
import { ReachDialog } from '../../web/screens/swarms/ReachDialog.tsx'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))

const swarm = (uuid: string, name: string) =>
  ({ uuid, name, company_uuid: 'c', created_at: '', updated_at: '' }) as Swarm
const [first, second] = [swarm('a', 'First'), swarm('b', 'Second')]
const people = [
  { uuid: 'ada', name: 'Ada', swarms: ['a'] },
  { uuid: 'ben', name: 'Ben', swarms: ['b'] },
  { uuid: 'cleo', name: 'Cleo', swarms: [] },
]
const devices = [{ uuid: 'riva', name: 'bGATE Riva', swarms: ['a', 'b'] }]
const sent: { row: unknown; parts: { body?: object } }[] = []

beforeEach(async () => {
  await page.viewport(1200, 900)
  sent.length = 0
  for (const part of ['frame', 'people', 'record', 'rights', 'swarms', 'faults'] as const) {
    await completeTexts(part)
  }
  asked.mockImplementation((row: unknown, parts: { body?: object }) => {
    sent.push({ row, parts })
    if (row === swarmCalls.uses) {
      return Promise.resolve({ records: 320, analyses: 312, stays: 8, people: 1, devices: 1 })
    }
    return Promise.resolve({ swarm: second, moved: 312, kept: 8 })
  })
})
afterEach(() => asked.mockReset())

const textOf = (element: Element | undefined) =>
  element?.textContent.replaceAll(/[\u2066-\u2069]/g, '')
const notice = () => textOf(page.getByRole('status').elements()[0])

test('[SCREEN-051] before people are put into a swarm it says who comes and how many analyses they will see', async () => {
  const closed = vi.fn()
  mount(<MembersDialog swarm={first} kind="user" all={people} onClose={closed} />)
  await page.getByRole('checkbox', { name: 'Ben' }).click()
  await expect.poll(notice).toContain('Coming in: Ben.')
  await expect.poll(notice).toContain('Analyses that they will see: 312.')
  await page.getByRole('checkbox', { name: 'Ada' }).click()
  await expect.poll(notice).toContain('Going out: Ada.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  const { row, parts } = sent.at(-1) ?? {}
  expect(row).toBe(swarmCalls.linkUser)
  expect(parts?.body).toEqual({ users: ['ben'], seen: ['ada'] })
})

test('[SCREEN-051] [VAL-026] a merge says before what moves and what stays, and wants a different swarm', async () => {
  const closed = vi.fn()
  mount(<MergeDialog swarm={first} swarms={[first, second]} onClose={closed} />)
  const into = page.getByRole('combobox', { name: /^Into/ })
  await into.selectOptions('a')
  await expect.element(page.getByText('Choose a different swarm')).toBeVisible()
  await page.getByRole('textbox', { name: /^Reason/ }).fill('One bench now')
  await page.getByRole('button', { name: 'Merge into another' }).click()
  expect(sent.some(({ row }) => row === swarmCalls.merge)).toBe(false)
  await into.selectOptions('b')
  await expect.poll(notice).toContain('To Second move: records 312')
  await expect.poll(notice).toContain('Signed records stay where they are: 8.')
  await page.getByRole('button', { name: 'Merge into another' }).click()
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  expect(sent.at(-1)?.parts.body).toEqual({ swarm_uuid: 'b', reason: 'One bench now' })
})

test('[SCREEN-051] the matrix of people and devices names the swarms by which they meet, and who is in none', async () => {
  mount(
    <ReachDialog swarms={[first, second]} people={people} devices={devices} onClose={vi.fn()} />,
  )
  const rowOf = (name: string) =>
    textOf(page.getByRole('row').filter({ hasText: name }).elements()[0])
  await expect.poll(() => rowOf('Ada')).toBe('AdaFirst')
  expect(rowOf('Ben')).toBe('BenSecond')
  expect(rowOf('Cleo')).toBe('Cleo–')
  await expect.poll(notice).toContain('In no swarm, and therefore without analyses: Cleo')
})
