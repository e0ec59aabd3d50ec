// Replace the service: check the editor's use of keys, pointers and answers.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type ProcessRecipe, processLimits } from '../../domain/entities/process-recipe.ts'
import { Fault } from '../../domain/fault.ts'
import { ProcessEditor } from '../../web/screens/methods/process/ProcessEditor.tsx'
import { chooseLanguage } from '../../web/i18n/intl.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
const held = vi.hoisted(() => new Set<string>())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
vi.mock('../../web/state/session.ts', async (load) => {
  const { signal } = await import('@preact/signals-react')
  const { operatorAccount: account } = await import('../support/operator-account.ts')
  return {
    ...(await load<object>()),
    account: signal({
      ...account,
      get permissions() {
        return [...held]
      },
    }),
    may: (permission: string) => held.has(permission),
  }
})

const at = '2026-11-21T10:00:00.000Z'
const later = '2026-11-21T11:00:00.000Z'
const recipe: ProcessRecipe = {
  uuid: '0f6a4c1e-0000-4000-8000-000000000002',
  created_at: at,
  updated_at: at,
  name: 'Duplex',
  swarm_uuid: null,
  archived: 0,
  version: 3,
  process: {
    steps: [
      { type: 'temperature', temperature: 95, duration: 120 },
      { type: 'temperature', temperature: 95, duration: 15 },
      { type: 'temperature', temperature: 60, duration: 30, measure: 'real time' },
      { type: 'loop', goto: 1, repeat: 40 },
    ],
    channels: [
      { wavelength: 'FAM', intensity: 100, exposure: 50 },
      { wavelength: 'CY3', intensity: 80, exposure: 100 },
    ],
    lid_temperature: 105,
  },
}

beforeEach(async () => {
  // Forget what a page that is taken away keeps.
  localStorage.clear()
  await page.viewport(1366, 768)
  for (const one of ['create', 'edit', 'delete', 'search']) held.add(`processRecipe.${one}`)
})
afterEach(async () => {
  asked.mockReset()
  held.clear()
  await chooseLanguage('en')
})

const show = (record: ProcessRecipe | null = recipe) =>
  mount(<ProcessEditor who={operatorAccount.uuid} record={record} swarms={[]} />)
const bar = (number: number) => page.getByRole('slider', { name: `Step ${number}`, exact: true })
const cell = (name: string) => page.getByRole('textbox', { name, exact: true })
const save = () => page.getByRole('button', { name: 'Save', exact: true })
const undo = () => userEvent.keyboard('{Control>}z{/Control}')
const rows = () => document.querySelectorAll('table tr[data-row]').length

async function focus(locator: ReturnType<typeof bar>) {
  const element = locator.element() as HTMLElement
  element.focus()
  await expect.element(locator).toHaveFocus()
}

test('[SCREEN-026] [ROUTE-023] a programme is written from nothing by keyboard and is sent under an id of its own', async () => {
  asked.mockImplementation(async (_row, { body }) => ({ ...recipe, ...body }))
  show(null)
  await focus(cell('Name (required)') as never)
  await userEvent.keyboard('Screening')
  await focus(page.getByRole('button', { name: 'Add cycles' }) as never)
  await userEvent.keyboard('{Enter}')
  await expect.element(bar(1)).toHaveAttribute('aria-valuenow', '95')
  await focus(bar(2))
  await userEvent.keyboard('{ArrowUp}{Shift>}{ArrowUp}{/Shift}+{Shift>}*{/Shift}')
  await expect
    .element(bar(2))
    .toHaveAttribute('aria-valuetext', '65.5 °C, 41 s, read for amplification')
  // Expect the table to say the same.
  await expect.element(cell('Step 2: Temperature (°C)')).toHaveValue('65.5')
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  await expect.element(bar(3)).toHaveAttribute('aria-valuenow', '39')
  await expect.element(page.getByText(/^Cycles: 39$/)).toBeVisible()
  await save().click()
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  const [row, { body }] = asked.mock.calls[0] as [{ path: string }, { body: ProcessRecipe }]
  expect(row.path).toBe('/process_recipes/create')
  expect(body.uuid).toMatch(/^[0-9a-f-]{36}$/)
  expect(body.name).toBe('Screening')
  expect(body.process.steps).toEqual([
    { type: 'temperature', temperature: 95, duration: 15 },
    { type: 'temperature', temperature: 65.5, duration: 41, measure: 'real time' },
    { type: 'loop', goto: 0, repeat: 39 },
  ])
})

test('[SCREEN-026] in the table arrows go from row to row, and keys put in, move and remove steps with the focus behind them', async () => {
  show()
  await focus(cell('Step 2: Temperature (°C)') as never)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(cell('Step 3: Temperature (°C)')).toHaveFocus()
  await userEvent.keyboard('{PageUp}{Shift>}{PageUp}{/Shift}')
  await expect.element(bar(3)).toHaveAttribute('aria-valuenow', '65.5')
  await userEvent.keyboard('{Insert}')
  await expect.element(cell('Step 4: Temperature (°C)')).toHaveFocus()
  expect(rows()).toBe(5 + 1)
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(cell('Step 3: Temperature (°C)')).toHaveFocus()
  await expect.element(cell('Step 4: Temperature (°C)')).toHaveValue('65.5')
  await userEvent.keyboard('{Control>}{Delete}{/Control}')
  expect(rows()).toBe(4 + 1)
  await undo()
  await undo()
  await undo()
  await undo()
  await expect.element(cell('Step 3: Temperature (°C)')).toHaveValue('60')
  await expect.element(save()).toHaveAccessibleDescription('Everything is saved.')
  await userEvent.keyboard('{Control>}y{/Control}')
  await expect.element(cell('Step 3: Temperature (°C)')).toHaveValue('65.5')
})

function drag(edge: 'temperature' | 'duration', by: { x: number; y: number }, step = 2) {
  const handle = document.querySelector(`[data-at="${step}"] [data-edge="${edge}"]`)!
  const { x, y, width, height } = handle.getBoundingClientRect()
  const [clientX, clientY] = [x + width / 2, y + height / 2]
  const send = (type: string, moved: { x: number; y: number }) =>
    (type === 'pointerdown' ? handle : window).dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 7,
        pointerType: 'touch',
        button: 0,
        clientX: clientX + moved.x,
        clientY: clientY + moved.y,
      }),
    )
  send('pointerdown', { x: 0, y: 0 })
  send('pointermove', { x: by.x / 2, y: by.y / 2 })
  send('pointermove', by)
  return () => send('pointerup', by)
}

test('[SCREEN-026] edges are dragged by a finger for temperature and duration, one step to undo each; Escape puts them back', async () => {
  show()
  await expect.element(bar(3)).toBeVisible()
  drag('temperature', { x: 0, y: -40 })()
  await expect
    .poll(() => Number(bar(3).element().getAttribute('aria-valuenow')))
    .toBeGreaterThan(80)
  drag('duration', { x: 24, y: 0 })()
  await expect
    .poll(() => Number((cell('Step 3: Duration (s)').element() as HTMLInputElement).value))
    .toBe(70)
  await focus(bar(3))
  await undo()
  await expect.element(cell('Step 3: Duration (s)')).toHaveValue('30')
  await undo()
  await expect.element(bar(3)).toHaveAttribute('aria-valuenow', '60')
  const release = drag('temperature', { x: 0, y: 50 })
  await expect.poll(() => bar(3).element().getAttribute('aria-valuenow')).not.toBe('60')
  await userEvent.keyboard('{Escape}')
  await expect.element(bar(3)).toHaveAttribute('aria-valuenow', '60')
  release()
  await expect.element(bar(3)).toHaveAttribute('aria-valuenow', '60')
  await expect.element(save()).toHaveAccessibleDescription('Everything is saved.')
})

test('[VAL-021] [VAL-037] [VAL-038] a problem is shown at its field while one types, and the list leads there', async () => {
  show()
  await cell('FAM: Intensity (%)').fill('101')
  await expect
    .element(cell('FAM: Intensity (%)'))
    .toHaveAccessibleDescription('Choose a value between 1 and 100.')
  await cell('FAM: Exposure (ms)').fill('9')
  await expect
    .element(cell('FAM: Exposure (ms)'))
    .toHaveAccessibleDescription('Choose a value between 10 and 300.')
  await cell('Step 1: Temperature (°C)').fill('')
  await expect.element(bar(1)).toHaveAttribute('data-faulty')
  await expect.element(save()).toHaveAccessibleDescription('3 problems prevent saving.')
  await page.getByRole('button', { name: /^Step 1 · Temperature/ }).click()
  await expect.element(cell('Step 1: Temperature (°C)')).toHaveFocus()
  await userEvent.keyboard('94')
  await cell('FAM: Intensity (%)').fill('90')
  await cell('FAM: Exposure (ms)').fill('60,5')
  await expect.element(page.getByText('No problems found.')).toBeVisible()
  // Find passes that lead beyond the block over the whole programme.
  await cell('Step 3: Change per pass (°C)').fill('5')
  await expect
    .element(cell('Step 3: Change per pass (°C)'))
    .toHaveAccessibleDescription(/reach 115 °C/)
})

test('[VAL-021] a channel that the service says is there already is refused at its place', async () => {
  asked.mockRejectedValue(
    new Fault([
      {
        code: 'invalid',
        reason: 'rule_repeated',
        message: 'FAM is measured already: remove it first',
        field: 'process.channels.0.wavelength',
        params: { name: 'FAM' },
      },
    ]),
  )
  show()
  await cell('Step 1: Duration (s)').fill('90')
  await save().click()
  const problem = page.getByRole('button', { name: /^FAM · Wavelength This rule already exists/ })
  await expect.element(problem).toBeVisible()
  // Expect that a change removes the refusal.
  await cell('Step 1: Duration (s)').fill('80')
  await expect.element(problem).not.toBeInTheDocument()
})

test('[PERM-007] wavelengths of technicians are hidden from others and kept as they are', async () => {
  asked.mockImplementation(async (_row, { body }) => ({ ...recipe, ...body, updated_at: later }))
  show()
  await expect
    .element(page.getByText('1 channel that only technicians see is kept as it is.'))
    .toBeVisible()
  await expect.element(page.getByRole('rowheader', { name: 'CY3' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Add channel' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'HY5' })).not.toBeInTheDocument()
  await page.getByRole('menuitem', { name: 'HEX' }).click()
  await save().click()
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  const [, { body }] = asked.mock.calls[0] as [object, { body: Partial<ProcessRecipe> }]
  expect(body.process?.channels).toEqual([
    ...recipe.process.channels,
    { wavelength: 'VIC', intensity: 100, exposure: 200 },
  ])
  expect(body).toMatchObject({ base: at })
  expect(body.name).toBeUndefined()
})

test('[ROUTE-022] a version saved by somebody else meanwhile is shown beside one’s own, in words, and either can be taken', async () => {
  const theirs = {
    ...recipe,
    updated_at: later,
    process: {
      ...recipe.process,
      steps: recipe.process.steps.map((step, index) =>
        index === 2 ? { ...step, temperature: 62 } : step,
      ),
    },
  } as ProcessRecipe
  const stale = new Fault('stale', 'The record changed meanwhile', {
    reason: 'changed_meanwhile',
    versions: { yours: {}, theirs },
  })
  asked.mockRejectedValueOnce(stale).mockRejectedValueOnce(stale)
  show()
  await cell('Step 3: Temperature (°C)').fill('61')
  await save().click()
  const dialog = page.getByRole('alertdialog')
  await expect
    .element(dialog.getByRole('row', { name: /^Step 3 61 °C, 30 s, .* 62 °C, 30 s/ }))
    .toBeVisible()
  await dialog.getByRole('button', { name: 'Back to editing' }).click()
  await expect.element(cell('Step 3: Temperature (°C)')).toHaveValue('61')
  await save().click()
  await dialog.getByRole('button', { name: 'Use theirs' }).click()
  await expect.element(cell('Step 3: Temperature (°C)')).toHaveValue('62')
  await expect.element(save()).toHaveAccessibleDescription('Everything is saved.')
  // Expect to have one's own back, which is not lost by it.
  await focus(bar(1))
  await undo()
  await expect.element(cell('Step 3: Temperature (°C)')).toHaveValue('61')
  asked.mockImplementation(async (_row, { body }) => ({ ...theirs, ...body, updated_at: later }))
  await save().click()
  await expect.poll(() => asked.mock.calls.at(-1)?.[1].body.base).toBe(later)
})

test('an unsaved draft is found again, can be thrown away, and leaving asks nothing', async () => {
  const first = show()
  await cell('Step 1: Duration (s)').fill('90')
  await expect
    .poll(() => Object.keys(localStorage).filter((key) => key.startsWith('draft-')))
    .toHaveLength(1)
  first.remove()
  show()
  await expect.element(cell('Step 1: Duration (s)').last()).toHaveValue('90')
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect.element(cell('Step 1: Duration (s)').last()).toHaveValue('120')
})

test('an archived one can only be looked at, and says why', async () => {
  show({ ...recipe, archived: 1 })
  await expect
    .element(page.getByRole('status').filter({ hasText: 'It is archived. Restore it' }))
    .toBeVisible()
  await expect.element(cell('Step 1: Duration (s)')).toHaveAttribute('readonly')
  await focus(bar(1))
  await userEvent.keyboard('{ArrowUp}{Delete}')
  await expect.element(bar(1)).toHaveAttribute('aria-valuenow', '95')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(bar(2)).toHaveFocus()
  await expect.element(page.getByRole('button', { name: 'Add step' })).not.toBeInTheDocument()
})

test('a programme is read out of a file that is written here, and can be undone', async () => {
  show()
  const text =
    '<rdml xmlns="http://www.rdml.org" version="1.3"><dye id="HEX"/><thermalCyclingConditions id="Fast"><lidTemperature>99</lidTemperature>' +
    '<step><nr>1</nr><temperature><temperature>98</temperature><duration>3</duration><ramp>2</ramp></temperature></step></thermalCyclingConditions></rdml>'
  await page.getByRole('button', { name: 'Read RDML' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog).toBeVisible()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, new File([text], 'fast.rdml'))
  await expect
    .element(dialog.getByText('Step 1: ramp 2 has no place in a process recipe.'))
    .toBeVisible()
  await dialog.getByRole('button', { name: 'Use this thermal profile' }).click()
  await expect.element(bar(1)).toHaveAttribute('aria-valuenow', '98')
  expect(rows()).toBe(1 + 1)
  await focus(bar(1))
  await undo()
  await expect.element(bar(3)).toHaveAttribute('aria-valuenow', '60')
})

test('seventh attack A7-14: a new one is saved under another id when a second tab has saved the draft under its own', async () => {
  const taken = { field: 'uuid', reason: 'id_not_unique' } as const
  asked.mockRejectedValueOnce(new Fault('taken', 'Id is not unique', taken))
  asked.mockImplementation(async (_row, { body }) => ({ ...recipe, ...body }))
  show(null)
  await cell('Name (required)').fill('Screening')
  await page.getByRole('button', { name: 'Add cycles' }).click()
  await save().click()
  await expect.poll(() => asked.mock.calls.length).toBe(2)
  const [first, second] = asked.mock.calls.map(([, { body }]) => body as ProcessRecipe)
  expect(second).toEqual({ ...first, uuid: second?.uuid })
  expect(second?.uuid).not.toBe(first?.uuid)
})

test('seventh attack A7-8: a programme called by half a character and a turned word gives a name that can be saved', async () => {
  show(null)
  const id = `${'x'.repeat(118)}\u{202e}😀`
  const text =
    `<rdml xmlns="http://www.rdml.org" version="1.3"><thermalCyclingConditions id="${id}">` +
    '<step><nr>1</nr><temperature><temperature>98</temperature><duration>3</duration></temperature></step></thermalCyclingConditions></rdml>'
  await page.getByRole('button', { name: 'Read RDML' }).click()
  const dialog = page.getByRole('alertdialog')
  await userEvent.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File([text], 'turned.rdml'),
  )
  await expect.element(dialog.getByText(/x\ufffd😀: /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Use this thermal profile' }).click()
  await expect.element(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('x'.repeat(118))
})

test('a full programme says that it takes no more, and each key is drawn before the next task', async () => {
  const steps = Array.from({ length: processLimits.steps }, (_, index) => ({
    type: 'temperature' as const,
    temperature: 60 + (index % 30),
    duration: 10,
  }))
  show({ ...recipe, process: { ...recipe.process, steps } })
  const add = page.getByRole('button', { name: 'Add step' })
  await expect.element(add).toHaveAccessibleDescription('A thermal profile has at most 100 steps.')
  const slider = document.querySelector<SVGElement>('[data-at="50"]')!
  const table = document.querySelectorAll('tr[data-row]')
  slider.focus()
  await expect.element(cell('Step 51: Temperature (°C)')).toHaveValue('80')
  const before = [...table].filter((_, index) => index !== 50).map((row) => row.outerHTML)
  slider.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true }),
  )
  await Promise.resolve()
  expect(slider.getAttribute('aria-valuenow')).toBe('80.5')
  expect([...table].filter((_, index) => index !== 50).map((row) => row.outerHTML)).toEqual(before)
})
