import { describe, expect, test } from 'vitest'
import { Interest } from '../../../edge/live/interest.ts'
import { covers, isPattern, isSubject, permits } from '../../../edge/live/subjects.ts'

test.each([
  ['t.a.b', true, true],
  ['t', true, true],
  ['$SYS.x', true, true],
  ['t.*.b', true, false],
  ['t.>', true, false],
  ['>', true, false],
  ['t.a*', true, true],
  ['t.>.b', false, false],
  ['', false, false],
  ['.t', false, false],
  ['t.', false, false],
  ['t..b', false, false],
  ['t b', false, false],
  ['t\tb', false, false],
])('%j is a pattern: %s, a subject: %s', (subject, pattern, literal) => {
  expect(isPattern(subject)).toBe(pattern)
  expect(isSubject(subject)).toBe(literal)
})

test.each([
  ['a.b', 'a.b', true],
  ['a.b', 'a.c', false],
  ['a.*', 'a.b', true],
  ['a.*', 'a', false],
  ['a.*', 'a.b.c', false],
  ['a.>', 'a.b.c', true],
  ['a.>', 'a', false],
  ['>', 'a', true],
  ['*', '>', false],
  ['a.*', 'a.>', false],
  ['a.>', 'a.*', true],
  ['a.>', 'a.>', true],
  ['a.b', 'a.*', false],
  ['*.*', 'a.*', true],
  ['a.>', 'a.*.>', true],
  ['a.*.>', 'a.>', false],
])('%s covers %s: %s', (pattern, narrower, expected) => {
  expect(covers(pattern, narrower)).toBe(expected)
})

describe('rules', () => {
  test('an empty allow list allows everything that is not denied', () => {
    expect(permits({ allow: [], deny: [] }, 'a')).toBe(true)
    expect(permits({ allow: [], deny: ['>'] }, 'a')).toBe(false)
    expect(permits({ allow: [], deny: ['a.>'] }, 'b.c')).toBe(true)
  })

  test('deny wins over allow', () => {
    const rules = { allow: ['a.>'], deny: ['a.secret.>'] }
    expect(permits(rules, 'a.open')).toBe(true)
    expect(permits(rules, 'a.secret.x')).toBe(false)
    expect(permits(rules, 'a.secret.>')).toBe(false)
    expect(permits(rules, 'a.>')).toBe(true)
    expect(permits(rules, '>')).toBe(false)
  })
})

test('interest finds the same as trying every subscription, also after changes', () => {
  const tokens = ['a', 'b', '*', 'c']
  const patterns: string[] = ['>', 'a.>', 'b.a.>']
  for (const one of tokens) for (const two of tokens) patterns.push(one, `${one}.${two}`)
  const subscriptions = patterns.map((subject, at) =>
    at % 3 === 0 ? { subject, queue: `q${at % 2}` } : { subject },
  )
  const interest = new Interest<{ subject: string; queue?: string }>()
  const present = new Set(subscriptions)
  for (const subscription of subscriptions) interest.add(subscription)
  const check = () => {
    for (const subject of ['a', 'b.a', 'c.c', 'a.b', 'b.a.c', 'x', 'x.y']) {
      const { plain, groups } = interest.audience(subject)
      const found = [...plain, ...groups.flat()]
      const expected = [...present].filter((entry) => covers(entry.subject, subject))
      expect(new Set(found)).toEqual(new Set(expected))
      expect(found.length).toBe(expected.length)
      for (const group of groups) expect(new Set(group.map(({ queue }) => queue)).size).toBe(1)
    }
  }
  check()
  for (const subscription of subscriptions.filter((_, at) => at % 2 === 0)) {
    interest.remove(subscription)
    present.delete(subscription)
    check()
  }
})
