import { expect, test } from 'vitest'
import { findMisfit } from '../../domain/rules/recipe-fit.ts'

type Run = Parameters<typeof findMisfit>[0]
type Recipe = Parameters<typeof findMisfit>[1]

const run = {
  cartridge_type: 'Wells96',
  method: { process: { channels: [{ wavelength: 'FAM' }, { wavelength: 'ROX' }] } },
} as unknown as Run
const imported = { ...run, source: { format: 'RDML' } } as unknown as Run
const recipe = (more: object = {}, evaluation: object = {}) =>
  ({
    archived: 0,
    cartridge_types: ['Wells96'],
    evaluation: { targets: [{ channel: 'FAM' }], passive_reference: 'ROX', ...evaluation },
    ...more,
  }) as unknown as Recipe

test('a recipe for the cartridge whose channels were measured fits', () => {
  expect(findMisfit(run, recipe())).toBeNull()
  expect(findMisfit(run, recipe({}, { passive_reference: null }))).toBeNull()
})

test('else it is said why not', () => {
  expect(findMisfit(run, recipe({ archived: 1 }))).toBe('archived')
  expect(findMisfit(run, recipe({ cartridge_types: ['Wells9'] }))).toBe('cartridge_not_for_recipe')
  expect(findMisfit(run, recipe({}, { targets: [{ channel: 'CY5' }] }))).toBe('channel_missing')
  expect(findMisfit(run, recipe({}, { passive_reference: 'VIC' }))).toBe('channel_missing')
})

test('[VAL-041] an imported run has no thresholds of the instrument to come any more', () => {
  const theirs = recipe({}, { thresholds_from: 'instrument' })
  expect(findMisfit(imported, theirs)).toBe('thresholds_from_instrument')
  expect(findMisfit(run, theirs)).toBeNull()
})
