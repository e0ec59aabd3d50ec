// Records are given: which halves a company has is all that this asks.
import { beforeEach, expect, test, vi } from 'vitest'
import { memoryLocation } from 'wouter/memory-location'
import { Router } from 'wouter'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { useNextStep, withNext } from '../../web/screens/methods/use-next-step.ts'
import type { Act } from '../../web/record/act.ts'
import { mount } from './mount.tsx'

let evaluations: { archived: 0 | 1 }[] = []
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
let next: Act | null = null
function Asking() {
  next = useNextStep('process')(uuid)
  return null
}

beforeEach(async () => {
  evaluations = []
  refusal = null
  await completeTexts('methods')
})

/** Follow the act, and return the address that it leads to. */
function follow(): string | undefined {
  const { hook, history } = memoryLocation({ path: '/recipe-process', record: true })
  mount(
    <Router hook={hook}>
      <Asking />
    </Router>,
  )
  next?.open?.()
  return history?.at(-1)
}

test('issue 17: a thermal profile leads on to its evaluation, then to the recipe of both', async () => {
  expect(follow()).toBe('/recipe-evaluation-new')
  expect(next?.label).toBe('Write its evaluation')
  evaluations = [{ archived: 1 }]
  expect(follow()).toBe('/recipe-evaluation-new')
  evaluations = [{ archived: 0 }]
  expect(follow()).toBe(`/recipe?process=${uuid}`)
  expect(next?.label).toBe('Put into a recipe')
})

test('issue 17: a person who makes no recipes is not led to one', () => {
  refusal = 'Your profile does not allow this.'
  follow()
  expect(next).toBeNull()
  const edit = { id: 'edit', label: 'Open', icon: 'edit', why: null } as const
  expect(withNext([edit], next)).toEqual([edit])
})
