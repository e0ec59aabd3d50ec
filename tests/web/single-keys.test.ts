import { expect, test } from 'vitest'
import { letterOf } from '../../web/parts/keys/single-keys.ts'

test('a letter is what is typed, in capitals too, whatever the keyboard', () => {
  expect(letterOf({ key: 'j', code: 'KeyJ' })).toBe('j')
  expect(letterOf({ key: 'J', code: 'KeyJ' })).toBe('j')
  // Press the key at which Dvorak types j, which is elsewhere.
  expect(letterOf({ key: 'j', code: 'KeyC' })).toBe('j')
})

test('on a keyboard of another script it is the place of the letter', () => {
  expect(letterOf({ key: 'о', code: 'KeyJ' })).toBe('j')
  expect(letterOf({ key: 'ت', code: 'KeyJ' })).toBe('j')
})

test('keys that are no letters stay what they are', () => {
  expect(letterOf({ key: 'ArrowDown', code: 'ArrowDown' })).toBe('ArrowDown')
  expect(letterOf({ key: 'Process', code: 'KeyJ' })).toBe('Process')
})
