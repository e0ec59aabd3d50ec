// Replace the service: check what the dialog asks for and shows. Figures are measured in tests/edge/verification-figures.test.ts.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import type { FigureOrder, VerificationFigure } from '../../domain/entities/verification-figure.ts'
import { figuredVersion } from '../../domain/rules/recipe-version.ts'
import { FigureTable } from '../../web/entities/recipe/FigureTable.tsx'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { FiguresDialog } from '../../web/screens/methods/recipes/FiguresDialog.tsx'
import { makeRun } from '../workers/run.ts'
import { recordOfRun } from './bench/run-record.ts'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))

const at = '2026-11-26T12:00:00.000Z'
const input = makeRun([{ type: 'positive', wells: [[18, 25]] }])
const { process, evaluation } = recordOfRun(input, { name: '', sample: '' }).method
const figure: VerificationFigure = {
  uuid: '00000000-0000-4000-8000-000000000049',
  kind: 'repeatability',
  target: 'N1',
  unit: 'Cq',
  least: null,
  most: 0.5,
  value: 0.1234,
  n: 20,
  runs: [],
  engine: '1.7.0',
  files: [],
  by: { uuid: '00000000-0000-4000-8000-000000000001', name: 'Mia' },
  at,
  content_hash: '0'.repeat(64),
}
// Versions are not reviewed: the recipe has no release, and figures are beside the version in force.
const recipe = {
  uuid: '00000000-0000-4000-8000-000000000048',
  created_at: at,
  updated_at: at,
  name: 'Screening',
  swarm_uuid: null,
  archived: 0,
  version: 3,
  process,
  evaluation,
  cartridge_types: ['Wells16'],
  minimum_bkernel: null,
  figures: [figure],
} as unknown as Recipe

beforeEach(async () => {
  for (const part of ['frame', 'versions', 'record', 'faults'] as const) await completeTexts(part)
})
afterEach(async () => {
  asked.mockReset()
  await page.viewport(1366, 768)
})

test('without review a figure is stated beside the version in force, kept at once, and removed', async () => {
  const sent: { row: unknown; body: unknown }[] = []
  asked.mockImplementation((row: unknown, { body }: { body: FigureOrder }) => {
    sent.push({ row, body })
    const stated = { ...figure, ...body, runs: [], files: [], engine: null } as VerificationFigure
    const figures = row === recipeCalls.removeFigure ? [] : [figure, stated]
    return Promise.resolve({ ...recipe, figures })
  })
  const open = figuredVersion(recipe, at)
  mount(<FiguresDialog recipe={recipe} open={open} onClose={() => {}} />)
  await expect.element(page.getByText('Verification of Screening, version 3')).toBeVisible()
  const table = page.getByRole('table', { name: 'Verification figures' })
  await expect.element(table.getByRole('row', { name: /0\.1234 Cq/ })).toBeVisible()
  await page.getByRole('button', { name: 'Add a figure' }).click()
  const form = page.getByRole('alertdialog')
  await form.getByRole('combobox', { name: 'Figure' }).selectOptions('trueness')
  // Send nothing before the number, its observations and a limit are given.
  await form.getByRole('button', { name: 'Save the figure' }).click()
  expect(sent).toEqual([])
  await form.getByRole('spinbutton', { name: /^Measured figure/ }).fill('0.03')
  await form.getByRole('spinbutton', { name: /^Observations/ }).fill('12')
  await form.getByRole('spinbutton', { name: /^Accepted up to/ }).fill('0.1')
  await form.getByRole('button', { name: 'Save the figure' }).click()
  await expect.element(table.getByRole('row', { name: /Trueness/ })).toBeVisible()
  expect(sent).toMatchObject([
    { row: recipeCalls.setFigure, body: { kind: 'trueness', value: 0.03, n: 12, most: 0.1 } },
  ])
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await expect.element(table).not.toBeInTheDocument()
  expect(sent.at(-1)).toMatchObject({
    row: recipeCalls.removeFigure,
    body: { figure_uuid: figure.uuid },
  })
})

test.each([
  ['a phone', 400, '100%'],
  ['a side panel', 1366, '340px'],
])('limits and numbers are seen without scrolling in %s', async (_name, width, inlineSize) => {
  await page.viewport(width, 768)
  const long = { ...figure, target: 'Target with a long name' }
  const holder = mount(
    <div style={{ inlineSize, padding: 8 }}>
      <FigureTable figures={[long]} />
    </div>,
  )
  const limits = page.getByRole('definition').filter({ hasText: '≤ 0.5 Cq' })
  await expect.element(limits).toBeVisible()
  const region = holder.querySelector('[role=region]')!
  expect(region.scrollWidth).toBeLessThanOrEqual(region.clientWidth)
})

test('with room each number has a column of its own, and is there once', async () => {
  await page.viewport(1366, 768)
  mount(<FigureTable figures={[figure]} />)
  await expect.element(page.getByRole('columnheader', { name: 'Limits' })).toBeVisible()
  expect(page.getByRole('definition').query()).toBeNull()
})
