// Records are given: which halves a company has is all that this asks.
import { beforeEach, expect, test, vi } from 'vitest'
import { memoryLocation } from 'wouter/memory-location'
import { Router } from 'wouter'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { useNextSteps, withNext } from '../../web/screens/methods/use-next-step.ts'
import type { Act } from '../../web/record/act.ts'
import { mount } from './mount.tsx'

let evaluations: { uuid: string; name: string; archived: 0 | 1 }[] = []
let refusal: string | null = null

vi.mock('../../web/state/use-records.ts', async (load) => ({
  ...(await load<object>()),
  useRecords: () => evaluations,
}))
vi.mock('../../web/record/rights.ts', async (load) => ({
  ...(await load<object>()),
  whyNotCall: () => refusal,
}))

const uuid = '00000000-0000-4000-8000-000000000007'
let next: Act[] = []
function Asking() {
  next = useNextSteps('process')({ uuid, name: 'Norovirus' })
  return null
}

beforeEach(async () => {
  evaluations = []
  refusal = null
  await completeTexts('methods')
})

/** Follow each act, and return its label with the address that it leads to. */
function follow(): [string, string | undefined][] {
  const { hook, history } = memoryLocation({ path: '/recipe-process', record: true })
  mount(
    <Router hook={hook}>
      <Asking />
    </Router>,
  )
  return next.map(({ label, open }) => {
    open?.()
    return [label, history?.at(-1)]
  })
}

const write = ['Write its evaluation', `/recipe-evaluation-new?process=${uuid}`]
const join = (more = '') => ['Put into a recipe', `/recipe?process=${uuid}${more}`]

test('issue 17: a thermal profile leads on to its evaluation, then to the recipe of both', async () => {
  expect(follow()).toEqual([write])
  evaluations = [{ uuid: 'old', name: 'Norovirus', archived: 1 }]
  expect(follow()).toEqual([write])
  evaluations.push({ uuid: 'new', name: 'Norovirus', archived: 0 })
  expect(follow()).toEqual([join('&evaluation=new')])
})

test('the evaluation of another assay hides no step, and is not chosen', () => {
  evaluations = [{ uuid: 'other', name: 'Listeria', archived: 0 }]
  expect(follow()).toEqual([write, join()])
  evaluations = ['one', 'two'].map((one) => ({
    uuid: one,
    name: 'Norovirus',
    archived: 0 as const,
  }))
  expect(follow()).toEqual([write, join()])
})

test('issue 17: a person who makes no recipes is not led to one', () => {
  refusal = 'Your profile does not allow this.'
  expect(follow()).toEqual([])
  const edit = { id: 'edit', label: 'Open', icon: 'edit', why: null } as const
  expect(withNext([edit], next)).toEqual([edit])
})
