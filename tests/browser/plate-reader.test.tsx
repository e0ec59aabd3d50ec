import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { assignScanned } from '../../web/layout/scan-receiver.ts'
import { changeDraft, changeLayout, draft } from '../../web/state/draft.ts'
import { mount } from './mount.tsx'
import {
  closePlate,
  lay,
  layout,
  LivingStep,
  openPlate,
  stamped,
  type,
  wedge,
  well,
} from './plate-step.tsx'

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
  await expect.element(log.getByText('Scanned: 1, to check: 2')).toBeVisible()
  await expect.element(log.getByText('B2: F-26-1 is already in A1')).toBeVisible()
  await expect.element(well('B1')).toHaveAccessibleName(/was not read correctly/)
  await log.getByRole('button', { name: 'It is a replicate' }).click()
  await expect.poll(layout).toBe('F-26-1 A1,B2; F-26-2 B3')
  await log.getByRole('button', { name: 'Leave B1 empty' }).click()
  await expect.element(log.getByText('Scanned: 1, none to check')).toBeVisible()
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

test('first-use B1: keys of a reader in a field are taken out, and letters typed before it are shown', async () => {
  mount(<LivingStep />)
  await well('A1').click()
  const name = page.getByLabelText('Sample name')
  await name.click()
  await type('ab')
  wedge('F-26-7')
  await expect.poll(layout).toBe('abF-26-7 A1')
  const log = page.getByRole('region', { name: 'Scanned bar codes' })
  await expect.element(log.getByText('Scanned: 1, to check: 1')).toBeVisible()
  await expect.element(log.getByText(/abF-26-7 was read with a pause/)).toBeVisible()
  await log.getByRole('button', { name: 'It is correct' }).click()
  await expect.element(log.getByText('Scanned: 1, none to check')).toBeVisible()
})

const all = (rows: string, columns: number) =>
  [...rows].flatMap((row) => Array.from({ length: columns }, (_, at) => `${row}${at + 1}`))

test('first-use B2: on a plate that the protocol has filled, each scan goes to the next well', async () => {
  lay(['UHR cDNA', ...all('ABCDEFGH', 12)])
  mount(<LivingStep planned />)
  await well('D1').click()
  for (const code of ['F-1', 'F-2', 'F-3', 'F-4']) wedge(code)
  await expect.element(well('D5')).toHaveFocus()
  for (const [at, code] of ['F-1', 'F-2', 'F-3', 'F-4'].entries())
    await expect.element(well(`D${at + 1}`)).toHaveAccessibleName(new RegExp(code))
})

test('first-use B2: a scanned name is replaced by another scan only when somebody says so', async () => {
  lay(['UHR cDNA', ...all('ABCDEFGH', 12)])
  mount(<LivingStep planned />)
  await well('D1').click()
  wedge('F-1')
  await expect.element(well('D2')).toHaveFocus()
  await well('D1').click()
  wedge('F-2')
  const log = page.getByRole('region', { name: 'Scanned bar codes' })
  await expect.element(log.getByText(/F-2 was not put in: F-1 is in this well/)).toBeVisible()
  await expect.element(well('D1')).toHaveAccessibleName(/F-1/)
  await log.getByRole('button', { name: 'Replace F-1' }).click()
  await expect.element(well('D1')).toHaveAccessibleName(/F-2/)
})

test('attack B2: a name that was typed, pasted or imported is replaced only when somebody says so', async () => {
  changeDraft({ cartridge_type: 'Wells16' })
  lay(['Patient HAND 1', 'A1'])
  mount(<LivingStep />)
  await well('A2').click()
  for (const name of all('ABCD', 4).slice(1)) {
    await expect.element(well(name)).toHaveFocus()
    wedge(`T-${name}`)
  }
  const log = page.getByRole('region', { name: 'Scanned bar codes' })
  await expect.element(log.getByText(/No well is left for another scan/)).toBeVisible()
  wedge('T-16')
  await expect.element(log.getByText(/No well is left for T-16/)).toBeVisible()
  await expect.element(well('A1')).toHaveAccessibleName(/Patient HAND 1/)
  await well('A1').click()
  wedge('T-17')
  await expect.element(log.getByText(/T-17: Patient HAND 1 is in this/)).toBeVisible()
  await expect.poll(layout).toContain('Patient HAND 1 A1')
})

test('attack B4: a control keeps its name and type until somebody says what the code is', async () => {
  changeDraft({ cartridge_type: 'Wells16' })
  lay(['Place', ...all('ABCD', 4).slice(0, 15)], ['NTC', 'D4'])
  changeLayout((before) =>
    before.map((one) => (one.name === 'NTC' ? { ...one, sample_type: 'ntc' as const } : one)),
  )
  mount(<LivingStep planned />)
  await well('D3').click()
  wedge('T-1')
  // Pass over the control: the next place is the first of the plate.
  await expect.element(well('A1')).toHaveFocus()
  await well('D4').click()
  wedge('T-2')
  const log = page.getByRole('region', { name: 'Scanned bar codes' })
  await expect
    .element(log.getByText(/T-2 was not put in: this well is the No template control/))
    .toBeVisible()
  await expect.poll(layout).toContain('NTC D4')
  await log.getByRole('button', { name: 'It is a sample' }).click()
  await expect.poll(layout).toContain('T-2 D4')
  const typeOf = (name: string) =>
    draft.peek()?.layout.present.find((one) => one.name === name)?.sample_type
  expect(typeOf('T-2')).toBe('unknown')
})

test('attack B3: a code never presses a button, wherever the focus is on the page', async () => {
  const launched = vi.fn()
  lay(['Place', ...all('ABCDEFGH', 12)])
  mount(
    <>
      <LivingStep planned />
      <button type="button" onClick={launched}>
        Launch
      </button>
      <input aria-label="Name of the run" />
    </>,
  )
  const launch = page.getByRole('button', { name: 'Launch' })
  ;(launch.element() as HTMLElement).focus()
  wedge('LAB 26-7')
  await expect.poll(layout).toContain('LAB 26-7 A1')
  expect(launched).not.toHaveBeenCalled()
  // Press it, as only a person does.
  await launch.click()
  expect(launched).toHaveBeenCalledTimes(1)
})

test('first-use B2: with every well scanned the next code is listed, and that no well is left is shown', async () => {
  changeDraft({ cartridge_type: 'Wells16' })
  mount(<LivingStep />)
  await well('A1').click()
  const wells = all('ABCD', 4)
  for (const name of wells) {
    await expect.element(well(name)).toHaveFocus()
    wedge(`T-${name}`)
  }
  const log = page.getByRole('region', { name: 'Scanned bar codes' })
  await expect.element(log.getByText(/No well is left for another scan/)).toBeVisible()
  for (const code of ['X-17', 'X-18']) {
    wedge(code)
    await expect.element(log.getByText(new RegExp(`No well is left for ${code}`))).toBeVisible()
  }
  await expect.element(log.getByText('Scanned: 16, to check: 2')).toBeVisible()
  await expect.poll(layout).toContain('T-D4 D4')
})

test('first-use B1: keys of a slow reader in Chromium, 25 to 60 ms apart, come out whole', async () => {
  mount(<LivingStep />)
  await well('A1').click()
  const codes = ['BTOO-4003', 'BTOO-4005', 'S-1', '9', 'A1B2C3D4E5F6G7H8', 'Ä-漢-7']
  let at = performance.now()
  for (const code of codes) {
    at += 500
    for (const [nth, key] of [...code, 'Enter'].entries()) {
      at += nth === 0 ? 0 : 25 + ((nth * 17) % 36)
      stamped(key, at)
    }
  }
  await expect
    .poll(layout)
    .toBe('BTOO-4003 A1; BTOO-4005 A2; S-1 A3; 9 A4; A1B2C3D4E5F6G7H8 A5; Ä-漢-7 A6')
})

test('codes of the camera go the same way', async () => {
  mount(<LivingStep />)
  await well('H12').click()
  expect(assignScanned('F-26-9')).toBe(true)
  await expect.poll(layout).toBe('F-26-9 H12')
  await expect.element(well('A1')).toHaveFocus()
})
