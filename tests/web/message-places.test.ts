// Replace the session by one that may open all pages: the addresses are tested.
import { expect, test, vi } from 'vitest'
import { placeOf } from '../../web/shell/message-places.ts'

vi.mock('../../web/state/session.ts', async (load) => ({
  ...(await load<object>()),
  may: () => true,
}))

test('issue 17: a message about a recipe opens its panel, where it is approved or sent, and not the form', () => {
  expect(placeOf({ kind: 'recipe', uuid: 'r1' })).toBe('/recipes?recipe=r1')
  expect(placeOf({ kind: 'recall', uuid: 'r2' })).toBe('/recall/r2')
  expect(placeOf(undefined)).toBeNull()
})
