import { expect, test } from 'vitest'
import { routes } from '../../web/routes.tsx'
import { screens } from '../e2e/screens.ts'

test('the walk through the screens knows every route', () => {
  expect(Object.keys(screens).toSorted()).toEqual(routes.map(({ path }) => path).toSorted())
})
