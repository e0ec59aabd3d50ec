import { expect, test } from 'vitest'
import { sayActor } from '../../web/record/say-actor.ts'

test('issue 18: the operator of the deployment is not named like a profile or a person of the company', () => {
  expect(sayActor({ name: 'operator', via: 'operator' })).toBe('Operator of the service')
  expect(sayActor({ name: 'operator', via: 'account' })).toBe('operator')
})
