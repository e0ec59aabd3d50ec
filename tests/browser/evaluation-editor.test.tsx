// Replace the service: check the editor's use of keys and answers.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { evaluationRecipeCalls } from '../../domain/calls/evaluation-recipes.ts'
import type { EvaluationRecipe } from '../../domain/entities/evaluation-recipe.ts'
import { Fault } from '../../domain/fault.ts'
import { chooseLanguage } from '../../web/i18n/intl.ts'
import {
  type BenchVersions,
  EvaluationEditor,
} from '../../web/screens/methods/evaluation/EvaluationEditor.tsx'
import { firstEvaluation } from '../../web/screens/methods/evaluation/draft/draft.ts'
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
const recipe: EvaluationRecipe = {
  uuid: '0f6a4c1e-0000-4000-8000-000000000003',
  created_at: at,
  updated_at: at,
  name: 'Duplex',
  swarm_uuid: null,
  archived: 0,
  version: 3,
  evaluation: {
    targets: [
      {
        name: 'N1',
        channel: 'FAM',
        role: 'target',
        threshold: { method: 'fixed', value: 0.1 },
        baseline: { method: 'automatic' },
        cq_method: 'threshold',
        cq_max: 38,
      },
      {
        name: 'RP',
        channel: 'VIC',
        role: 'internal control',
        threshold: { method: 'automatic', factor: 10 },
        baseline: { method: 'automatic' },
        cq_method: 'consensus',
        cq_max: 35,
      },
    ],
    passive_reference: null,
    controls: { ntc_clean: true, positive_detected: true, internal_control: true },
    variables: [{ name: 'dilution', value: 10, type: 'number' }],
  },
}

beforeEach(async () => {
  // Forget what a page that is taken away keeps.
  localStorage.clear()
  await page.viewport(1366, 768)
  for (const one of ['create', 'edit', 'delete', 'search']) held.add(`evaluationRecipe.${one}`)
})
afterEach(async () => {
  asked.mockReset()
  held.clear()
  await chooseLanguage('en')
})

const show = (record: EvaluationRecipe | null = recipe) =>
  mount(<EvaluationEditor who={operatorAccount.uuid} record={record} swarms={[]} />)
const target = (name: string) => page.getByRole('region', { name: `Target ${name}`, exact: true })
const run = () => page.getByRole('region', { name: 'The whole run' })
const save = () => page.getByRole('button', { name: 'Save', exact: true })
const undo = () => userEvent.keyboard('{Control>}z{/Control}')

test('[SCREEN-027] [ROUTE-020] an evaluation is written from nothing by keyboard and is sent under an id of its own', async () => {
  asked.mockImplementation(async (_row, { body }) => ({ ...recipe, ...body }))
  show(null)
  await page.getByRole('textbox', { name: /^Name/ }).click()
  await userEvent.keyboard('Screening')
  ;(page.getByRole('button', { name: 'Add target' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const name = target('1').getByRole('textbox', { name: /^Name/ })
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('E')
  await expect.element(target('E').getByText('E is measured in FAM, in every well.')).toBeVisible()
  // Press Escape, which closes the form and leads back to its sentence.
  await userEvent.keyboard('{Escape}')
  const sentence = target('E').getByRole('button', { name: /^Target/ })
  await expect.element(sentence).toHaveFocus()
  await expect.element(sentence).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{Tab}{Enter}{Tab}')
  await expect.element(target('E').getByRole('spinbutton', { name: 'Highest Cq' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(target('E').getByText('A Cq above 36 is not detected.')).toBeVisible()
  await save().click()
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  const [row, { body }] = asked.mock.calls[0] as [{ path: string }, { body: EvaluationRecipe }]
  expect(row.path).toBe('/evaluation_recipes/create')
  expect(body.uuid).toMatch(/^[0-9a-f-]{36}$/)
  expect(body.evaluation.targets).toEqual([
    {
      name: 'E',
      channel: 'FAM',
      role: 'target',
      threshold: { method: 'automatic', factor: 10 },
      baseline: { method: 'automatic' },
      cq_method: 'consensus',
      cq_max: 36,
    },
  ])
})

test('[SCREEN-027] every sentence opens a form with a picture and the reason of its setting, and one at a time', async () => {
  show()
  for (const part of [target('N1'), run()]) {
    const buttons = part.element().querySelectorAll<HTMLElement>('button[aria-expanded]')
    expect(buttons.length).toBeGreaterThan(4)
    for (const button of buttons) {
      button.click()
      await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
      const form = document.getElementById(button.getAttribute('aria-controls')!)!
      expect(form.querySelectorAll('input, select, button').length).toBeGreaterThan(0)
      expect(form.querySelector('figure svg path, figure svg rect')).not.toBeNull()
      expect(form.querySelector('figcaption')!.textContent.length).toBeGreaterThan(40)
      expect(document.querySelectorAll('button[aria-expanded=true]')).toHaveLength(1)
    }
  }
})

test('[VAL-015] [VAL-020] [VAL-021] a problem is shown at its field while one types, and the list leads there', async () => {
  show()
  await target('N1')
    .getByRole('button', { name: /^Target/ })
    .click()
  await target('N1').getByRole('checkbox', { name: 'Wells of these mixes' }).click()
  await target('N1').getByRole('button', { name: 'Remove 1' }).click()
  await expect
    .element(target('N1').getByText('Choose at least one well type', { exact: false }))
    .toBeVisible()
  await target('N1').getByRole('checkbox', { name: 'Wells of these mixes' }).click()
  await target('N1').getByRole('combobox', { name: 'Channel' }).selectOptions('VIC')
  const problem = page.getByRole('button', {
    name: /^Target RP · Channel This rule already exists/,
  })
  await problem.click()
  await expect.element(target('RP').getByRole('combobox', { name: 'Channel' })).toHaveFocus()
  await userEvent.selectOptions(target('RP').getByRole('combobox', { name: 'Channel' }), 'CY5')
  await expect.element(page.getByText('No problems found.')).toBeVisible()
  await run()
    .getByRole('button', { name: /^Variables/ })
    .click()
  await run().getByRole('button', { name: 'Add variable' }).click()
  await run().getByRole('textbox', { name: /^Name/ }).last().fill('Dilution')
  await expect
    .element(page.getByRole('button', { name: /^Variables .*is already defined/ }))
    .toBeVisible()
  await expect.element(save()).toHaveAccessibleDescription('1 problem prevents saving.')
})

test('edits are undone step by step, from any field', async () => {
  show()
  await target('N1')
    .getByRole('button', { name: /^Threshold/ })
    .click()
  const height = target('N1').getByRole('spinbutton', { name: 'Height of the threshold' })
  await height.fill('0.12')
  await target('N1').getByRole('button', { name: 'Add threshold for a mix' }).click()
  await userEvent.keyboard('Mix B')
  await expect.element(target('N1').getByText(/In wells of Mix B it is 10 times/)).toBeVisible()
  await undo()
  await undo()
  await expect.element(target('N1').getByText('The threshold is 0.12.')).toBeVisible()
  await undo()
  await expect.element(save()).toHaveAccessibleDescription('Everything is saved.')
  await page.getByRole('button', { name: 'Remove target RP' }).click()
  await expect.element(target('RP')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.element(target('RP')).toBeVisible()
})

test('colours are compensated by a table of shares, which keeps what it has when a channel is added', async () => {
  asked.mockImplementation(async (_row, { body }) => ({ ...recipe, ...body, updated_at: later }))
  show()
  await run()
    .getByRole('button', { name: /^Colour compensation/ })
    .click()
  await run().getByRole('checkbox', { name: 'Compensate colours in this recipe' }).click()
  await page.getByRole('textbox', { name: 'Light of HEX seen by FAM' }).fill('0,03')
  await run().getByRole('checkbox', { name: 'ROX' }).click()
  await save().click()
  // Count edits only: the form also looks for colour calibrations to take the table from.
  const edits = () => asked.mock.calls.filter(([row]) => row === evaluationRecipeCalls.edit)
  await expect.poll(() => edits().length).toBe(1)
  const [, { body }] = edits()[0] as [object, { body: EvaluationRecipe & { base: string } }]
  expect(body.base).toBe(at)
  expect(body.evaluation.compensation).toEqual({
    channels: ['FAM', 'VIC', 'ROX'],
    matrix: [
      [1, 0.03, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  })
})

test('[ROUTE-019] a version saved by somebody else meanwhile is shown beside one’s own, in words, and either can be taken', async () => {
  const [first, second] = recipe.evaluation.targets
  const theirs = {
    ...recipe,
    updated_at: later,
    evaluation: {
      ...recipe.evaluation,
      targets: [{ ...first!, threshold: { method: 'fixed', value: 0.15 } }, second!],
    },
  } as EvaluationRecipe
  const stale = new Fault('stale', 'The record changed meanwhile', {
    reason: 'changed_meanwhile',
    versions: { yours: {}, theirs },
  })
  asked.mockRejectedValueOnce(stale)
  show()
  await target('N1')
    .getByRole('button', { name: /^Threshold/ })
    .click()
  await target('N1').getByRole('spinbutton', { name: 'Height of the threshold' }).fill('0.12')
  await save().click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByRole('row', { name: 'N1: Threshold 0.12 0.15' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Use theirs' }).click()
  await expect.element(target('N1').getByText('The threshold is 0.15.')).toBeVisible()
  // Expect to have one's own back, which is not lost by it.
  ;(save().element() as HTMLElement).focus()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.element(target('N1').getByText('The threshold is 0.12.')).toBeVisible()
  asked.mockImplementation(async (_row, { body }) => ({ ...theirs, ...body, updated_at: later }))
  await save().click()
  await expect.poll(() => asked.mock.calls.at(-1)?.[1].body.base).toBe(later)
})

test('an archived one can only be looked at, and its forms say all settings', async () => {
  show({ ...recipe, archived: 1 })
  await expect
    .element(page.getByRole('status').filter({ hasText: 'It is archived. Restore it' }))
    .toBeVisible()
  await target('N1')
    .getByRole('button', { name: /^Limits/ })
    .click()
  await expect.element(target('N1').getByRole('spinbutton', { name: 'Highest Cq' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Add target' })).not.toBeInTheDocument()
})

test('the bench of a new recipe gets no method in force, and a draft once that has no problems', async () => {
  function Bench({ inForce, draft }: BenchVersions) {
    return <output>{`${inForce === null} ${draft?.targets.length ?? 'none'}`}</output>
  }
  mount(<EvaluationEditor who={operatorAccount.uuid} record={null} swarms={[]} bench={Bench} />)
  await expect.element(page.getByText('true none')).toBeVisible()
})

test('the bench gets the saved evaluation and the draft as it last was without problems', async () => {
  function Bench({ inForce, draft }: BenchVersions) {
    const say = (one: typeof draft) => one?.targets.map(({ cq_max: max }) => max).join('/')
    return <output>{`${say(inForce)} and ${say(draft)}`}</output>
  }
  mount(<EvaluationEditor who={operatorAccount.uuid} record={recipe} swarms={[]} bench={Bench} />)
  await expect.element(page.getByText('38/35 and 38/35')).toBeVisible()
  await target('N1')
    .getByRole('button', { name: /^Limits/ })
    .click()
  const last = target('N1').getByRole('spinbutton', { name: 'Highest Cq' })
  await last.fill('37')
  await expect.element(page.getByText('38/35 and 37/35')).toBeVisible()
  await last.fill('')
  await expect.element(save()).toHaveAccessibleDescription('1 problem prevents saving.')
  await expect.element(page.getByText('38/35 and 37/35')).toBeVisible()
})

test('the longest evaluation draws a key before the next task', async () => {
  const targets = Array.from({ length: 24 }, (_, index) => ({
    ...recipe.evaluation.targets[0]!,
    name: `T${index}`,
    well_types: [`Mix ${index}`],
  }))
  show({ ...recipe, evaluation: { ...recipe.evaluation, targets } })
  await target('T5')
    .getByRole('button', { name: /^Limits/ })
    .click()
  const input = target('T5')
    .getByRole('spinbutton', { name: 'Highest Cq' })
    .element() as HTMLInputElement
  const press = () =>
    input.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true }),
    )
  for (let step = 1; step <= 20; step++) {
    press()
    await Promise.resolve()
    expect(input.getAttribute('aria-valuenow')).toBe(String(38 + step))
  }
})

test('a new evaluation of a thermal profile has its name and a target for each channel that it measures, as nothing to undo', async () => {
  const first = firstEvaluation({
    ...recipe,
    name: 'Norovirus',
    process: {
      steps: [],
      channels: (['FAM', 'VIC'] as const).map((wavelength) => ({
        wavelength,
        intensity: 100,
        exposure: 50,
      })),
      lid_temperature: 105,
    },
  })
  mount(<EvaluationEditor who={operatorAccount.uuid} record={null} first={first} swarms={[]} />)
  await expect
    .element(page.getByRole('textbox', { name: /^Name/ }).first())
    .toHaveValue('Norovirus')
  await expect.element(target('1').getByText('is measured in FAM', { exact: false })).toBeVisible()
  await expect.element(target('2').getByText('is measured in HEX', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
})

test('another target is read in a channel that none is read in, and negative samples must show the first internal control', async () => {
  show(null)
  const add = page.getByRole('button', { name: 'Add target' })
  await add.click()
  await add.click()
  await expect.element(target('2').getByText('is measured in HEX', { exact: false })).toBeVisible()
  const need = 'must show its internal control, or it is invalid'
  expect(run().getByText(need, { exact: false }).query()).toBeNull()
  await userEvent.selectOptions(target('2').getByLabelText('Role'), 'Internal control')
  await expect.element(run().getByText(need, { exact: false })).toBeVisible()
  await undo()
  expect(run().getByText(need, { exact: false }).query()).toBeNull()
  await userEvent.selectOptions(target('2').getByLabelText('Role'), 'Internal control')
  await page.getByRole('button', { name: 'Remove target 2' }).click()
  expect(run().getByText(need, { exact: false }).query()).toBeNull()
})

test('A24-20: a limit that cannot be read is not saved as none', async () => {
  asked.mockImplementation(async (_row, { body }) => ({ ...recipe, ...body }))
  const [first, ...others] = recipe.evaluation.targets
  const targets = [{ ...first!, cq_min: 12 }, ...others]
  show({ ...recipe, evaluation: { ...recipe.evaluation, targets } })
  await target('N1')
    .getByRole('button', { name: /^Limits/ })
    .click()
  const lowest = target('N1').getByRole('spinbutton', { name: 'Lowest Cq' })
  await lowest.fill('1O')
  await expect.element(target('N1').getByText('This must be a number.')).toBeVisible()
  await expect.element(save()).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Control>}s{/Control}')
  expect(asked).not.toHaveBeenCalledWith(
    evaluationRecipeCalls.edit,
    expect.anything(),
    expect.anything(),
  )
  await lowest.fill('10')
  await save().click()
  await vi.waitFor(() =>
    expect(asked).toHaveBeenCalledWith(
      evaluationRecipeCalls.edit,
      expect.anything(),
      expect.anything(),
    ),
  )
})
