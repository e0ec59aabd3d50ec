import { expect, test } from 'vitest'
import { userCalls } from '../../domain/calls/users.ts'
import { whyNotAct, whyNotCall } from '../../web/record/rights.ts'

test('nobody who is not signed in may make a call that needs a permission', () => {
  expect(whyNotCall(userCalls.create)).toBe('Your profile does not allow this.')
  expect(whyNotCall({ needs: null })).toBeNull()
})

test('an action needs its permission and a state that the table has it from', () => {
  const may = ['users.setReviewer']
  expect(whyNotAct('reviewer', 'set_reviewer', 'member', may)).toBeNull()
  expect(whyNotAct('reviewer', 'set_reviewer', 'reviewer', may)).toBe(
    'Not possible in its present state.',
  )
  expect(whyNotAct('reviewer', 'set_reviewer', 'member', [])).toBe(
    'Your profile does not allow this.',
  )
})
