import { afterEach, expect, test } from 'vitest'
import { faultText } from '../../web/i18n/faults.ts'
import {
  findMethods,
  judgeMethod,
  listProtocols,
  listRecipes,
} from '../../web/screens/analyses/wizard/method/judge-method.ts'
import {
  keepRecent,
  readRecent,
  withRecent,
} from '../../web/screens/analyses/wizard/method/recent-methods.ts'
import { protocol, recipe } from './demo-method.ts'
import { uuidOf } from '../support/uuid-of.ts'

const all = ['protocol.use', 'cfx96.use']

test('[ERR-070] a protocol and a recipe without a cartridge in common cannot be chosen, and why is said', () => {
  const choice = judgeMethod({ ...protocol, cartridge_types: ['Wells9'] }, recipe, all)
  expect(choice.refusal && faultText(choice.refusal)).toBe(
    'Cartridge not available for this recipe',
  )
})

test('a method says which permission is missing for its cartridge or for protocols', () => {
  expect(judgeMethod(protocol, recipe, ['protocol.use']).refusal?.params).toEqual({
    permission: 'cfx96.use',
  })
  expect(judgeMethod(protocol, recipe, ['cfx96.use']).refusal?.params).toEqual({
    permission: 'protocol.use',
  })
  expect(judgeMethod(null, recipe, ['cfx96.use']).refusal).toBeNull()
  expect(judgeMethod(protocol, null, all).refusal?.reason).toBe('recipe_unknown')
})

test('a recipe is chosen once a version of it is in force, and why not is said before', () => {
  const release = { authors: [], effective_from: null, signature: null }
  const draft = { ...recipe, release: { ...release, state: 'draft' as const } }
  const refusal = judgeMethod(protocol, draft, all).refusal
  expect(refusal && faultText(refusal)).toContain('No version of this recipe is in effect.')
  const later = new Date(Date.now() + 86_400_000).toISOString()
  const approved = { ...release, state: 'approved' as const }
  const waiting = { ...recipe, release: { ...approved, effective_from: later } }
  expect(judgeMethod(null, waiting, all).refusal?.reason).toBe('recipe_not_effective')
  expect(judgeMethod(null, { ...recipe, release: approved }, all).refusal).toBeNull()
})

test('a recipe of the provider that the company has not reviewed is not chosen, alone or by a protocol', () => {
  const known = { protocols: [protocol], recipes: [recipe], notReviewed: new Set([recipe.uuid]) }
  const [byProtocol] = listProtocols(known, all)
  const [alone] = listRecipes(known, all)
  expect([byProtocol?.refusal?.reason, alone?.refusal?.reason]).toEqual([
    'global_not_reviewed',
    'global_not_reviewed',
  ])
})

test('methods are found by words of their name or of an alias, without case and accents', () => {
  const aliases = [{ uuid: uuidOf(5), alias: 'Créme-7', swarm_uuid: uuidOf(9) }]
  const known = { protocols: [{ ...protocol, aliases }], recipes: [recipe] }
  const offered = [...listProtocols(known, all), ...listRecipes(known, all)]
  expect(findMethods(offered, 'passive GENE').map((found) => found.uuid)).toEqual([uuidOf(2)])
  expect(findMethods(offered, 'creme').map((found) => found.uuid)).toEqual([uuidOf(2)])
  expect(findMethods(offered, 'no such').length).toBe(0)
})

test('methods run last are offered first, each once and five at most', () => {
  const method = (digit: number) => ({ protocol_uuid: null, recipe_uuid: uuidOf(digit), name: '' })
  let known = [1, 2, 3, 4, 5].reduce<ReturnType<typeof withRecent>>(
    (list, digit) => withRecent(list, method(digit)),
    [],
  )
  known = withRecent(known, method(2))
  expect(known.map(({ recipe_uuid }) => recipe_uuid.at(-1))).toEqual(['2', '5', '4', '3', '1'])
  expect(withRecent(known, method(6))).toHaveLength(5)
})

// Node has no storage of pages: a map does for what is kept and read back.
const kept = new Map<string, string>()
afterEach(() => kept.clear())
test('the kept list is read back, and that of another version is left alone', () => {
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true })
  keepRecent('olga', { protocol_uuid: null, recipe_uuid: uuidOf(1), name: 'A' })
  expect(readRecent('olga')).toHaveLength(1)
  kept.set('recent-methods-olga', '[{"other":1}]')
  expect(readRecent('olga')).toEqual([])
})
