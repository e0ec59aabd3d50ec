import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Protocol } from '../../domain/entities/protocol.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { methods } from '../../scripts/demo/methods.ts'
import { MethodPicker } from '../../web/screens/analyses/wizard/method/MethodPicker.tsx'
import type { Plan, PlanRecords } from '../../web/screens/analyses/wizard/plan.ts'
import { chooseMethod } from '../../web/screens/analyses/wizard/choose-method.ts'
import { changeDraft, changeLayout, closeDraft, draft, openDraft } from '../../web/state/draft.ts'
import { mount } from './mount.tsx'
import { uuidOf } from '../support/uuid-of.ts'

afterEach(() => {
  closeDraft()
  localStorage.clear()
})

const stamps = { created_at: '2026-05-01T00:00:00.000Z', updated_at: '2026-05-01T00:00:00.000Z' }
const names = [
  'Virus 10',
  'Virus 2',
  'alga',
  'Öl',
  'Zymase',
  'Bacteria',
  'Virus 1',
  'Exon',
  'Mould',
  'Yeast',
]
const [demo] = methods

function records(): PlanRecords {
  if (!demo) throw new Error('no demo method')
  const recipe = { ...demo.recipe, ...stamps, uuid: uuidOf(99) } as Recipe
  const protocols = names.map(
    (name, at) =>
      ({
        ...demo.protocol,
        ...stamps,
        uuid: uuidOf(at),
        name,
        recipe_uuid: uuidOf(99),
        application_uuids: [],
      }) as Protocol,
  )
  return { protocols, recipes: [recipe], devices: [], saved: null }
}

function Shown() {
  const planned = draft.value
  if (!planned) return null
  const plan = { cartridgeTypes: [] } as unknown as Plan
  return (
    <MethodPicker draft={planned} plan={plan} records={records()} applications={[]} kit={null} />
  )
}

const options = () =>
  [...document.querySelectorAll('select option:not([value=""])')].map(
    (one) => (one.textContent ?? '').split(' (')[0]?.split(':')[0],
  )

const inOrder = [
  'alga',
  'Bacteria',
  'Exon',
  'Mould',
  'Öl',
  'Virus 1',
  'Virus 2',
  'Virus 10',
  'Yeast',
  'Zymase',
]

test('methods are offered by name, numbers as numbers, and what is chosen stays in its place', async () => {
  openDraft('olga', 'new')
  mount(<Shown />)
  await expect.poll(() => options().length).toBe(names.length)
  const place = (name: string) => options().findIndex((one) => one?.startsWith(name))
  expect(inOrder.map(place)).toEqual(inOrder.map((_, at) => at))
  changeDraft({ protocol_uuid: uuidOf(4), recipe_uuid: uuidOf(99) })
  await page.getByRole('searchbox').fill('virus')
  // Expect the chosen method too, which needs no match and keeps its place in the order of names.
  await expect.poll(() => options().length).toBe(4)
  expect(['Virus 1', 'Virus 2', 'Virus 10', 'Zymase'].map(place)).toEqual([0, 1, 2, 3])
})

const chosenKind = () =>
  document.querySelector('input[type=radio]:checked')?.closest('label')?.textContent

test('issue 17: a recipe that a link has chosen is shown as chosen, and a person may ask for protocols again', async () => {
  openDraft('olga', 'new')
  mount(<Shown />)
  await expect.poll(chosenKind).toBe('Protocol')
  // Choose as a link, or a method that was used before, does beside this list.
  changeDraft({ protocol_uuid: null, recipe_uuid: uuidOf(99) })
  await expect.poll(chosenKind).toBe('Recipe')
  expect(document.querySelector('select')?.value).toBe(uuidOf(99))
  const protocols = page.getByRole('radio', { name: 'Protocol', exact: true }).element()
  ;(protocols as HTMLInputElement).click()
  await expect.poll(chosenKind).toBe('Protocol')
})

test('issue 17: there is nothing to undo on a plate that a protocol has just filled, and a step of a person is had back', async () => {
  openDraft('olga', 'new')
  const [protocol, other] = records().protocols
  const [recipe] = records().recipes
  if (!protocol || !other || !recipe) throw new Error('no method')
  const choose = (one: Protocol) =>
    chooseMethod({ protocol: one, recipe, cartridge: 'Wells16', name: one.name })
  choose(protocol)
  expect(draft.value?.layout.present.length).toBeGreaterThan(0)
  expect(draft.value?.layout.past).toEqual([])
  choose(other)
  expect(draft.value?.layout.past).toEqual([])
  changeLayout(() => [])
  choose(protocol)
  expect(draft.value?.layout.past).toHaveLength(2)
  expect(draft.value?.layout.past.at(-1)).toEqual([])
})
