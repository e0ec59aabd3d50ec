import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LayoutLimits } from '../../domain/rules/cartridge.ts'
import { changeDraft, draft } from '../../web/state/draft.ts'
import { mount } from './mount.tsx'
import { closePlate, lay, layout, LivingStep, openPlate, type, well } from './plate-step.tsx'

beforeEach(openPlate)
afterEach(closePlate)

test('[SCREEN-022] typing on a well names it, Enter and Tab go on, Escape leaves', async () => {
  mount(<LivingStep />)
  await well('A1').click()
  await type('F-1')
  await expect.element(page.getByRole('combobox', { name: 'Sample in well A1' })).toHaveValue('F-1')
  await userEvent.keyboard('{Enter}')
  await expect.poll(layout).toBe('F-1 A1')
  await expect.element(well('A2')).toHaveFocus()
  await type('F-2')
  await userEvent.keyboard('{Tab}')
  await expect.poll(layout).toBe('F-1 A1; F-2 A2')
  await type('no')
  await userEvent.keyboard('{Escape}')
  await expect.element(well('A3')).toHaveFocus()
  expect(layout()).toBe('F-1 A1; F-2 A2')
  await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}')
  await expect.poll(layout).toBe('')
  await userEvent.keyboard('{Control>}y{/Control}')
  await expect.poll(layout).toBe('F-1 A1')
})

test('names of the plan are offered; a chosen one becomes a replicate', async () => {
  lay(['Control pool', 'A1'], ['Other', 'A2'])
  mount(<LivingStep />)
  await well('B1').click()
  await type('pool')
  await expect.element(page.getByRole('option', { name: 'Control pool' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(layout).toBe('Control pool A1,B1; Other A2')
})

test('a name typed on a selection fills it as replicates, with Ctrl+Enter one by one', async () => {
  mount(<LivingStep />)
  await well('A1').click()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await type('S')
  await userEvent.keyboard('{Enter}')
  await expect.poll(layout).toBe('S A1,A2')
  await userEvent.keyboard('{Control>}z{/Control}')
  await well('A1').click()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await type('S')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(layout).toBe('S 1 A1; S 2 A2')
})

test('leaving the field by a press elsewhere keeps what was typed', async () => {
  mount(<LivingStep />)
  await well('A1').click()
  await type('F-1')
  await well('H12').click()
  await expect.poll(layout).toBe('F-1 A1')
  await expect.element(well('H12')).toHaveFocus()
})

test('A27-22: a name typed for the selected wells is kept once others are selected, as one step', async () => {
  lay(['Old', 'H12'])
  mount(<LivingStep />)
  const name = page.getByRole('textbox', { name: 'Sample name' })
  await well('A1').click()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await name.fill('Pool')
  await well('H12').click()
  await expect.poll(layout).toBe('Old H12; Pool A1,A2')
  await expect.element(name).toHaveValue('Old')
  // Leave it emptied, which names nothing, and as it was.
  await name.fill('')
  await well('A1').click()
  await expect.element(name).toHaveValue('Pool')
  await name.fill('Pool')
  await page.getByRole('button', { name: /Clear/ }).click()
  await expect.poll(layout).toBe('Old H12; Pool A2')
  await well('H12').click()
  expect(layout()).toBe('Old H12; Pool A2')
  await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}')
  await expect.poll(layout).toBe('Old H12')
})

test('fill down and right, clear, and the next type by keys', async () => {
  lay(['S', 'A1'])
  mount(<LivingStep />)
  await well('A1').click()
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}')
  await expect.poll(layout).toBe('S A1,B1,C1')
  await userEvent.keyboard('{Alt>}t{/Alt}')
  await expect.element(page.getByRole('gridcell', { name: 'B1: S, Standard' })).toBeVisible()
  await well('A2').click()
  await userEvent.keyboard('{Control>}r{/Control}')
  await expect.poll(layout).toBe('S A1,B1,C1,A2')
  await userEvent.keyboard('{Delete}')
  await expect.poll(layout).toBe('S A1,B1,C1')
})

test('a paste is shown on the plate with its errors, then taken in one step', async () => {
  lay(['Old', 'A2'])
  mount(<LivingStep />)
  await well('A1').click()
  const data = new DataTransfer()
  data.setData('text/plain', 'F-1\tF-2\nF-3\tF-4\n')
  const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true })
  document.activeElement?.dispatchEvent(paste)
  const form = page.getByRole('form', { name: 'Paste' })
  await expect.element(form.getByText('Wells filled: 3, changed: 1, emptied: 0')).toBeVisible()
  await expect.element(form.getByText(/1 sample loses its last well/)).toBeVisible()
  await expect.element(well('B2')).toHaveAccessibleName(/F-4/)
  // Expect nothing to be changed so far.
  expect(layout()).toBe('Old A2')
  await form.getByLabelText('From a spreadsheet').fill('Well\tName\nA1\tF-1\nZ9\tF-2')
  await expect.element(form.getByText('Line 3, “Z9 F-2”: not on this plate')).toBeVisible()
  await form.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(layout).toBe('Old A2; F-1 A1')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(layout).toBe('Old A2')
})

test('copied wells go to a spreadsheet, and back with all that they are', async () => {
  lay(['F-1', 'A1'], ['F-2', 'A2'])
  mount(<LivingStep />)
  await well('A1').click()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{Alt>}t{/Alt}')
  const data = new DataTransfer()
  const event = (kind: string) =>
    new ClipboardEvent(kind, { clipboardData: data, bubbles: true, cancelable: true })
  document.activeElement?.dispatchEvent(event('cut'))
  expect(data.getData('text/plain')).toBe('F-1\tF-2\r\n')
  await expect.poll(layout).toBe('')
  await well('C3').click()
  document.activeElement?.dispatchEvent(event('paste'))
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.element(page.getByRole('gridcell', { name: 'C4: F-2, Standard' })).toBeVisible()
})

test('a step is looked at on the plate first: Enter applies it, Escape leaves all as it was', async () => {
  lay(['F-1', 'A1'])
  mount(<LivingStep />)
  await well('A1').click()
  const open = async () => {
    await page.getByRole('button', { name: 'Plate', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Turn or move the plate…' }).click()
  }
  await open()
  await expect.element(well('H12')).toHaveAccessibleName(/F-1/)
  expect(layout()).toBe('F-1 A1')
  await userEvent.keyboard('{Escape}')
  await expect.element(well('A1')).toHaveAccessibleName(/F-1/)
  await open()
  await expect.element(page.getByRole('radio', { name: 'Turn by 180°' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(layout).toBe('F-1 H12')
})

test('a sample that falls off the plate waits in the tray and is placed from there', async () => {
  lay(['Edge', 'A12'], ['In', 'A1'])
  mount(<LivingStep />)
  await page.getByRole('button', { name: 'Plate', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Turn or move the plate…' }).click()
  await page.getByRole('radio', { name: 'Shift by rows and columns' }).click()
  await expect.element(page.getByText('Off the plate: 1 well')).toBeVisible()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(layout).toBe('Edge ; In A2')
  await well('B2').click()
  await page.getByRole('button', { name: 'Put Edge into B2' }).click()
  await expect.poll(layout).toBe('Edge B2; In A2')
})

test('a smaller cartridge keeps in the tray what it has no well for', async () => {
  lay(['Edge', 'H12'], ['In', 'A1'])
  mount(<LivingStep />)
  const { chooseCartridge } = await import('../../web/screens/analyses/wizard/choose-method.ts')
  chooseCartridge('Wells9')
  await expect.element(page.getByRole('region', { name: 'Without a well: 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Put all into empty wells' }).click()
  await expect.poll(layout).toBe('Edge A2; In A1')
})

/** Type a text into a field and send the form at once: faster than any person, and as a slow machine sees it. */
function typeAndSend(field: HTMLInputElement, text: string): void {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
  set.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.form!.requestSubmit()
}

test.each([
  ['Replicates…', 'Replicates', 'Wells of each sample', '2', 'One A1,A2'],
  ['Series of names…', 'Series of names', 'Name to start with', 'S 7', 'S 7 A1'],
  ['Dilution series…', 'Dilution series of standards', 'Sample name', 'St', 'St 1 A1,A2,A3'],
])(
  '%s applies what was typed last, never what the plate showed before',
  async (item, form, label, text, made) => {
    lay(['One', 'A1'])
    mount(<LivingStep />)
    await well('A1').click()
    await page.getByRole('button', { name: 'Fill', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
    const tool = page.getByRole('form', { name: form })
    const field = tool.getByLabelText(label)
    await expect.element(tool.getByRole('button', { name: 'Apply' })).toBeVisible()
    typeAndSend(field.element() as HTMLInputElement, text)
    await expect.poll(layout).toContain(made)
    expect(layout()).not.toContain('One A1,A2,A3')
  },
)

test('the first field of a tool is marked: what is typed replaces its content', async () => {
  lay(['One', 'A1'])
  mount(<LivingStep />)
  await well('A1').click()
  await page.getByRole('button', { name: 'Fill', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Replicates…' }).click()
  const field = page
    .getByRole('form', { name: 'Replicates' })
    .getByLabelText('Wells of each sample')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('2{Enter}')
  await expect.poll(layout).toBe('One A1,A2')
})

test('A25-22: wells and steps are counted in whole numbers, and a fraction lays nothing', async () => {
  lay(['One', 'A1'])
  mount(<LivingStep />)
  const open = async (menu: string, item: string) => {
    await well('A1').click()
    await page.getByRole('button', { name: menu, exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const apply = page.getByRole('button', { name: 'Apply' })
  const refuses = async (label: string, text: string) => {
    await page.getByLabelText(label, { exact: true }).fill(text)
    await expect.element(page.getByText('This must be a whole number.')).toBeVisible()
    await expect.element(apply).toHaveAttribute('aria-disabled', 'true')
  }
  await open('Fill', 'Dilution series…')
  await refuses('Steps', '3.7')
  await page.getByLabelText('Steps', { exact: true }).fill('3')
  await refuses('Replicates', '2,5')
  await userEvent.keyboard('{Escape}')
  await open('Fill', 'Series of names…')
  await refuses('Wells of each sample', '1.5')
  await userEvent.keyboard('{Escape}')
  await open('Fill', 'Replicates…')
  await refuses('Wells of each sample', '2.9')
  // Refuse as many as no plate has, which would stop the page.
  await page.getByLabelText('Wells of each sample').fill('1000000000')
  await expect.element(apply).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Escape}')
  await open('Plate', 'Turn or move the plate…')
  await page.getByRole('radio', { name: 'Shift by rows and columns' }).click()
  await refuses('Rows down', '1.5')
  await page.getByLabelText('Rows down').fill('1')
  await apply.click()
  await expect.poll(layout).toBe('One B2')
})

test('the inspector acts on the whole selection and says what is mixed', async () => {
  lay(['One', 'A1'], ['Two', 'A2'])
  mount(<LivingStep />)
  await well('A1').click()
  await userEvent.keyboard('{Alt>}t{/Alt}{Shift>}{ArrowRight}{/Shift}')
  const inspector = page.getByRole('form', { name: 'Selected wells' })
  await expect.element(inspector.getByLabelText('Type')).toHaveValue('')
  await expect
    .element(inspector.getByLabelText('Sample name'))
    .toHaveAttribute('placeholder', '2 samples')
  await userEvent.selectOptions(inspector.getByLabelText('Type'), 'standard')
  await inspector.getByLabelText('Quantity (copies)').fill('500')
  await userEvent.keyboard('{Tab}')
  await expect
    .poll(() => draft.peek()?.layout.present.map(({ quantity }) => quantity))
    .toEqual([500, 500])
  await inspector.getByLabelText('Quantity (copies)').fill('5OO')
  await userEvent.keyboard('{Tab}')
  await expect.element(inspector.getByText('This must be a number.')).toBeVisible()
  expect(draft.peek()?.layout.present.map(({ quantity }) => quantity)).toEqual([500, 500])
})

test('[VAL-028] [VAL-029] problems are shown at their wells and in the list, which leads there', async () => {
  changeDraft({ cartridge_type: 'Wells9' })
  lay(['One', 'A1'], ['Two', 'A1'], ['Three'])
  mount(<LivingStep />)
  await expect.element(well('A1')).toHaveAccessibleName(/A1 already holds One/)
  await expect
    .element(
      page.getByRole('region', { name: 'Without a well: 1' }).getByText(/Place them in a well/),
    )
    .toBeVisible()
  await page.getByRole('button', { name: /A1 already holds One/ }).click()
  await expect.element(well('A1')).toHaveAttribute('aria-selected', 'true')
  lay(...Array.from({ length: 10 }, (_, at): [string] => [`S ${at}`]))
  await expect.element(page.getByText('10 samples, and the cartridge takes 9')).toBeVisible()
})

test('[VAL-031] [VAL-032] the demands of the protocol are shown while one lays the plate', async () => {
  lay(['One', 'A1'])
  const limits: Partial<LayoutLimits> = {
    minimum_samples: [{ sample_type: 'ntc', count: 1 }],
    expected_wells: [{ sample_type: 'unknown', count: 2 }],
  }
  mount(<LivingStep limits={limits} />)
  await expect.element(page.getByText(/at least 1 of type no template control/)).toBeVisible()
  await expect.element(well('A1')).toHaveAccessibleName(/One fills 1 well of the 2/)
  await well('A2').click()
  await type('One')
  await userEvent.keyboard('{Enter}')
  await expect.element(well('A1')).not.toHaveAccessibleName(/fills/)
  await type('NTC')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => page.getByText(/resolve before launching/).elements()).toEqual([])
})

test('[VAL-030] extra samples without a well are deleted at once', async () => {
  lay(['In', 'A1'], ['Extra'], ['More'])
  mount(<LivingStep />)
  await page.getByRole('button', { name: 'Delete all without a well' }).click()
  await expect.poll(layout).toBe('In A1')
})

test('a question mark shows the keys', async () => {
  mount(<LivingStep />)
  await well('A1').click()
  await userEvent.keyboard('?')
  await expect.element(page.getByRole('dialog', { name: 'Keys of the plate' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(well('A1')).toHaveFocus()
})

test('a machine that is worked by fingers says how they choose wells, and a list is pasted without any', async () => {
  const { matches } = matchMedia('(pointer: coarse)')
  const asked = vi.spyOn(globalThis, 'matchMedia')
  onTestFinished(() => asked.mockRestore())
  asked.mockReturnValue({ matches: !matches } as MediaQueryList)
  mount(<LivingStep />)
  await expect.element(page.getByText(/^Tap a well/)).toBeVisible()
  asked.mockRestore()
  await page.getByText('Fill', { exact: true }).click()
  await page.getByRole('menuitem', { name: 'Paste…' }).click()
  await expect.element(page.getByRole('form', { name: 'Paste' })).toBeVisible()
})

test('wells are chosen one by one without a key, and the hint goes with the first rectangle', async () => {
  mount(<LivingStep />)
  const hint = page.getByText(/Drag over wells/)
  await expect.element(hint).toBeVisible()
  await page.getByLabelText('Select several').click()
  await well('A1').click()
  await well('C3').click()
  await expect.element(page.getByText('2 wells selected')).toBeInTheDocument()
  await well('C3').click()
  await expect.element(page.getByText('1 well selected')).toBeInTheDocument()
  await userEvent.dragAndDrop(well('A1'), well('B3'))
  await expect.poll(() => localStorage.getItem('hint-plate-dragged')).toBe('done')
})
