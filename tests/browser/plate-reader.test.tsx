import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { assignScanned } from '../../web/screens/analyses/wizard/layout/scan-receiver.ts'
import { mount } from './mount.tsx'
import { closePlate, lay, layout, LivingStep, openPlate, type, wedge, well } from './plate-step.tsx'

beforeEach(openPlate)
afterEach(closePlate)

test('a reader of bar codes names the well in focus and goes on to the next empty one', async () => {
  lay(['There', 'A2'])
  mount(<LivingStep />)
  await well('A1').click()
  wedge('F-26-0001')
  await expect.poll(layout).toBe('There A2; F-26-0001 A1')
  await expect.element(well('A3')).toHaveFocus()
  wedge('F-26-0002')
  await expect.poll(layout).toBe('There A2; F-26-0001 A1; F-26-0002 A3')
  expect(document.querySelector('[role=combobox]')).toBeNull()
})

test('a duplicate and a misread keep their position, and the rest is kept', async () => {
  lay(['F-1', 'A1'])
  mount(<LivingStep />)
  await well('B1').click()
  wedge('NOREAD')
  await expect.element(well('B2')).toHaveFocus()
  lay(['F-26-1', 'A1'])
  wedge('F-26-1')
  wedge('F-26-2')
  await expect.poll(layout).toBe('F-26-1 A1; F-26-2 B3')
  const log = page.getByRole('region', { name: 'Scanned bar codes' })
  await expect.element(log.getByText('Scanned: 1. To look at: 2')).toBeVisible()
  await expect.element(log.getByText('B2: F-26-1 is in A1 already')).toBeVisible()
  await expect.element(well('B1')).toHaveAccessibleName(/was not read properly/)
  await log.getByRole('button', { name: 'It is a replicate' }).click()
  await expect.poll(layout).toBe('F-26-1 A1,B2; F-26-2 B3')
  await log.getByRole('button', { name: 'Leave B1 empty' }).click()
  await expect.element(log.getByText('Scanned: 1. To look at: 0')).toBeVisible()
})

test('names that come in one burst, Enter with them, are all there, long and short', async () => {
  mount(<LivingStep />)
  await well('A1').click()
  for (const name of ['F-26-1', 'S1', 'S2', 'F-26-2', 'X', 'Pool 7']) wedge(name)
  await expect.poll(layout).toBe('F-26-1 A1; S1 A2; S2 A3; F-26-2 A4; X A5; Pool 7 A6')
})

test('Tab behind a code ends it too, and the line feed behind Enter opens nothing', async () => {
  mount(<LivingStep />)
  await well('A1').click()
  wedge('F-26-1', 'Tab')
  wedge('F-26-2', 'Enter')
  wedge('', 'Enter')
  await expect.poll(layout).toBe('F-26-1 A1; F-26-2 A2')
  await expect.element(well('A3')).toHaveFocus()
  expect(document.querySelector('[role=combobox]')).toBeNull()
})

test('what a reader typed into a field of the step is taken out again', async () => {
  mount(<LivingStep />)
  await well('A1').click()
  const name = page.getByLabelText('Sample name')
  await name.click()
  await type('ab')
  await new Promise((resolve) => setTimeout(resolve, 40))
  wedge('F-26-7')
  await expect.poll(layout).toBe('F-26-7 A1')
  await expect.element(name).not.toHaveValue('abF-26-7')
})

test('codes of the camera go the same way', async () => {
  mount(<LivingStep />)
  await well('H12').click()
  expect(assignScanned('F-26-9')).toBe(true)
  await expect.poll(layout).toBe('F-26-9 H12')
  await expect.element(well('A1')).toHaveFocus()
})
