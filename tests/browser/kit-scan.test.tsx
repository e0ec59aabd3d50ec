// Replace the session by one that may look for kits: scanning is tested, and no service runs beside these tests.
import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Bkit } from '../../domain/entities/bkit.ts'
import { kits as demoKits } from '../../scripts/demo/kits.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { KitRow } from '../../web/screens/analyses/wizard/kit/KitRow.tsx'
import { takeKitLabel } from '../../web/screens/analyses/wizard/kit/take-kit.ts'
import { LayoutStep } from '../../web/screens/analyses/wizard/LayoutStep.tsx'
import type { Plan, PlanRecords } from '../../web/screens/analyses/wizard/plan.ts'
import { changeDraft, draft } from '../../web/state/draft.ts'
import { uuidOf } from '../support/uuid-of.ts'
import { mount } from './mount.tsx'
import { closePlate, layout, openPlate, wedge, well } from './plate-step.tsx'

vi.mock('../../web/state/session.ts', async (load) => {
  const { operatorAccount } = await import('../support/operator-account.ts')
  return { ...(await load<object>()), account: signal(operatorAccount), may: () => true }
})

const kits = demoKits.map((kit, at) => ({
  ...kit,
  recipe_uuids: [],
  uuid: uuidOf(100 + at),
})) as unknown as Bkit[]
const records: PlanRecords = { protocols: [], recipes: [], devices: [], saved: null }
const label = '01095060001343521735103110LM-2511'

beforeEach(async () => {
  await completeTexts('plan')
  openPlate()
})
afterEach(closePlate)

function Row() {
  useSignals()
  return (
    draft.value && <KitRow draft={draft.value} records={records} kits={kits} uses={new Map()} />
  )
}

function Plate() {
  useSignals()
  const plan = { protocol: null, method: null } as unknown as Plan
  return (
    draft.value && (
      <LayoutStep
        draft={draft.value}
        plan={plan}
        problems={[]}
        takeLabel={(text) => takeKitLabel(text, { kits, records })}
      />
    )
  )
}

test('issue 17: a hand scanner takes the kit of a new plan without opening a dialog', async () => {
  changeDraft({ cartridge_type: null })
  mount(<Row />)
  await expect.element(page.getByRole('button', { name: 'Scan the kit' })).toBeVisible()
  wedge(label)
  await expect.poll(() => draft.value?.kit?.lot).toBe('LM-2511')
  expect(draft.value?.kit?.bkit_uuid).toBe(kits[0]?.uuid)
})

test('issue 17: a label that is of no kit is refused beside the kit, and the next one is taken', async () => {
  changeDraft({ cartridge_type: null })
  mount(<Row />)
  await expect.element(page.getByRole('button', { name: 'Scan the kit' })).toBeVisible()
  wedge('0109506000134369172701311077')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Invalid bKit/)
  expect(draft.value?.kit).toBeNull()
  wedge(label)
  await expect.poll(() => draft.value?.kit?.lot).toBe('LM-2511')
  expect(document.querySelector('[role=alert]')).toBeNull()
})

test('issue 17: the label of a kit that is scanned on the plate is the kit, and names no sample', async () => {
  mount(<Plate />)
  await well('A1').click()
  wedge('F-26-0001')
  await expect.poll(layout).toBe('F-26-0001 A1')
  wedge(label)
  await expect.poll(() => draft.value?.kit?.lot).toBe('LM-2511')
  expect(layout()).toBe('F-26-0001 A1')
  wedge('LM-2511')
  await expect.poll(layout).toBe('F-26-0001 A1; LM-2511 A2')
})

test('a label with a wrong check digit names no sample, unless the person says so', async () => {
  mount(<Plate />)
  await well('A1').click()
  const damaged = label.replace('0109506000134352', '0109506000134353')
  wedge(damaged)
  const log = page.getByRole('region', { name: 'Scanned bar codes' })
  await expect.element(log).toMatchTextContent(/A1: Damaged code, scan it again/)
  expect(layout()).toBe('')
  wedge(label)
  await expect.poll(() => draft.value?.kit?.lot).toBe('LM-2511')
  await page.getByRole('button', { name: 'It is a sample' }).click()
  await expect.poll(layout).toBe(`${damaged} A1`)
})
