import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { TargetSettingsForm } from '../../web/screens/analyses/detail/TargetSettingsForm.tsx'
import type { TargetSettings } from '../../web/screens/analyses/detail/recalculation.ts'
import { mount } from './mount.tsx'

const before: TargetSettings[] = [
  {
    name: 'RNase P',
    threshold: 'automatic',
    value: null,
    baseline: 'automatic',
    start: 3,
    end: 15,
    cq_max: 38,
    cqMethod: 'threshold',
  },
]

function Form({ inForce = before }: { inForce?: TargetSettings[] }) {
  const [settings, setSettings] = useState(inForce)
  return (
    <TargetSettingsForm settings={settings} before={inForce} gaps={[]} onChange={setSettings} />
  )
}

test('defaults 2: another Cq method says what it moves, where it is chosen', async () => {
  mount(<Form />)
  const method = page.getByRole('combobox', { name: 'Cq method' })
  await expect.element(method).toHaveAccessibleDescription(/New methods use it/u)
  await method.selectOptions('consensus')
  await expect.element(method).toHaveAccessibleDescription(/Every Cq of this target changes/u)
  const warning = page.getByRole('status').getByText(/^Every Cq of this target changes/u)
  await expect.element(warning).toBeVisible()
  await method.selectOptions('threshold')
  await expect.element(warning).not.toBeInTheDocument()
  await expect.element(method).toHaveAccessibleDescription(/New methods use it/u)
})

test('defaults 2: a threshold that is given is the one the Cq is read by', async () => {
  mount(<Form inForce={before.map((one) => ({ ...one, cqMethod: 'consensus' }))} />)
  const method = page.getByRole('combobox', { name: 'Cq method' })
  const threshold = page.getByRole('combobox', { name: 'Threshold' })
  await threshold.selectOptions('fixed')
  await expect.element(method).toHaveValue('threshold')
  await expect.element(method).toHaveAccessibleDescription(/Every Cq of this target changes/u)
  await threshold.selectOptions('automatic')
  await expect.element(method).toHaveValue('consensus')
})
