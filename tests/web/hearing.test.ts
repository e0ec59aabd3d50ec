import { expect, test } from 'vitest'
import { judgeHearing } from '../../web/state/judge-hearing.ts'

const at = 1_000_000

test('a device heard within 15 s is as it was said', () => {
  expect(judgeHearing(at - 14_999, 0, at)).toEqual({ kind: 'fresh' })
})

test('a silent one is shown with its age', () => {
  expect(judgeHearing(at - 15_000, 0, at)).toEqual({ kind: 'old', seconds: 15 })
  expect(judgeHearing(at - 90_400, 0, at)).toEqual({ kind: 'old', seconds: 90 })
})

test('one never heard is not called silent before it had the time to speak', () => {
  expect(judgeHearing(undefined, at - 5_000, at)).toEqual({ kind: 'fresh' })
  expect(judgeHearing(undefined, at - 15_000, at)).toEqual({ kind: 'never' })
})
