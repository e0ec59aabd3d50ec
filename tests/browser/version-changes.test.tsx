import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Recipe } from '../../domain/entities/recipe.ts'
import type { OpenVersion } from '../../domain/rules/recipe-version.ts'
import { methods } from '../../scripts/demo/methods.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { VersionChanges } from '../../web/screens/methods/recipes/VersionChanges.tsx'
import { mount } from './mount.tsx'

beforeEach(async () => {
  for (const part of ['methods', 'versions', 'evaluation'] as const) await completeTexts(part)
})

const [demo] = methods
if (!demo) throw new Error('no demo method')
const release = { state: 'review', authors: [], effective_from: null, signature: null } as const
const open = { ...demo.recipe, version: 1, release } as unknown as OpenVersion
const recipe = { ...demo.recipe, version: 1, release } as unknown as Recipe

test('issue 17: a person who approves a first version sees the programme and the rules that they sign', async () => {
  mount(<VersionChanges recipe={recipe} open={open} />)
  await expect.element(page.getByText('All that version 1 does')).toBeVisible()
  const [target] = demo.recipe.evaluation.targets
  await expect.element(page.getByRole('heading', { name: target?.name ?? '' })).toBeVisible()
  await expect.element(page.getByText(demo.recipe.minimum_bkernel ?? '–')).toBeVisible()
})

test('issue 17: of a later version the differences come first, and all of it is one press away', async () => {
  const next = { ...open, version: 2, minimum_bkernel: '9.9.9' }
  mount(<VersionChanges recipe={{ ...recipe, next } as unknown as Recipe} open={next} />)
  await expect.element(page.getByRole('row', { name: /9\.9\.9/ })).toBeVisible()
  const [target] = demo.recipe.evaluation.targets
  // Expect no headings in a closed part, which has no roles.
  expect(page.getByRole('heading', { name: target?.name ?? '' }).elements()).toEqual([])
  await page.getByText('All that version 2 does').click()
  await expect.element(page.getByRole('heading', { name: target?.name ?? '' })).toBeVisible()
})
