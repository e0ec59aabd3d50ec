import { expect, test } from 'vitest'
import { userCalls } from '../../domain/calls/users.ts'
import { whyNotCall } from '../../web/record/rights.ts'

test('nobody who is not signed in may make a call that needs a permission', () => {
  expect(whyNotCall(userCalls.create)).toBe('Your profile does not allow this.')
  expect(whyNotCall({ needs: null })).toBeNull()
})
