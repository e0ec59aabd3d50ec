import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Company } from '../../domain/entities/company.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { ReviewSwitch } from '../../web/screens/methods/recipes/ReviewSwitch.tsx'
import { mount } from './mount.tsx'

const known = vi.hoisted(() => ({ protocol: [] as object[], global_recipe: [] as object[] }))
vi.mock('../../web/state/use-records.ts', async (load) => ({
  ...(await load<object>()),
  useRecords: ({ kind }: { kind: 'protocol' | 'global_recipe' }) => known[kind],
}))
vi.mock('../../web/state/session.ts', async (load) => {
  const { signal } = await import('@preact/signals-react')
  const { operatorAccount } = await import('../support/operator-account.ts')
  return {
    ...(await load<object>()),
    account: signal(operatorAccount),
    may: () => true,
  }
})
afterEach(() => {
  known.protocol = []
  known.global_recipe = []
})

const protocol = (name: string, recipe_uuid: string, archived = 0) => ({
  uuid: name,
  name,
  recipe_uuid,
  archived,
})

async function ask(): Promise<string> {
  await completeTexts('frame')
  await completeTexts('versions')
  mount(<ReviewSwitch company={{ uuid: 'own', recipe_review: 'N' } as Company} />)
  await page.getByRole('button', { name: 'Require review' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog).toBeVisible()
  return dialog.element().textContent
}

test('[SCREEN-024] before the review is switched on, the protocols that stop are named', async () => {
  known.global_recipe = [{ uuid: 'published', name: 'Provider assay' }]
  known.protocol = [
    protocol('Morning', 'published'),
    protocol('Own', 'own recipe'),
    protocol('Old', 'published', 1),
  ]
  const text = await ask()
  expect(text).toContain('This protocol uses a recipe of the provider')
  expect(text.replaceAll(/[\u2066-\u2069]/g, '')).toContain('Morning (Provider assay)')
  expect(text).not.toMatch(/Own \(|Old \(/)
})

test('where no protocol is of a recipe of the provider, that is said', async () => {
  known.protocol = [protocol('Own', 'own recipe')]
  expect(await ask()).toContain('No protocol is affected.')
})
