import { describe, expect, test } from 'vitest'
import { commonPasswords } from '../../domain/catalog/common-passwords.ts'
import { guessPassword } from '../../domain/rules/guessable.ts'
import { passwordGaps, passwordsMatch } from '../../domain/rules/password.ts'

describe('what a password must have', () => {
  test.each([
    ['VAL-001', 'Ab1!xyz', 'too_short'],
    ['VAL-002', 'lower-only-1!', 'capital'],
    ['VAL-003', 'UPPER-ONLY-1!', 'lowercase'],
    ['VAL-004', 'No-digit-here!', 'number'],
    ['VAL-005', 'NoSymbolHere12', 'symbol'],
  ])('[%s] %s lacks %s', (_, password, gap) => {
    expect(passwordGaps(password)).toEqual([gap])
  })

  test('[VAL-001] [CONST-022] eight characters are enough, letters of any script count, and so do pictures as one', () => {
    expect(passwordGaps('Ab1!xyzw')).toEqual([])
    expect(passwordGaps('Ñandú-9-λόγος')).toEqual([])
    expect(passwordGaps('Aa1!😀😀😀')).toEqual(['too_short'])
  })

  test('[VAL-006] both are the same to the last sign', () => {
    expect(passwordsMatch('Ab1!xyzw', 'Ab1!xyzw')).toBe(true)
    expect(passwordsMatch('Ab1!xyzw', 'Ab1!xyzw ')).toBe(false)
  })
})

describe('what anybody would try first', () => {
  test('the list is long, in plain letters', () => {
    expect(commonPasswords.size).toBeGreaterThan(2000)
    for (const word of commonPasswords) expect(word).toMatch(/^[a-z]+$/)
  })

  test.each([
    'Password1!',
    'P@ssw0rd',
    'P@$$w0rd1',
    'Passw0rd2026!!',
    'PasswordPassword1!',
    '!Welcome2026',
    'Summer#2026',
    'L3tm31n!',
    'Iloveyou1!',
    'Dr@gon123',
    'Admin@123',
    'Qwerty123!',
    'Qwertzuiop1!',
    '1qaz@WSX',
    '!QAZ2wsx',
    'Abcd1234!',
    'Abc123!@#',
    'Aa123456!',
    'Aaaaaa1!',
    'Zyxwvu987!',
    'Passwort1!',
  ])('%s is refused though it has all it must have', (password) => {
    expect(passwordGaps(password)).toEqual([])
    expect(guessPassword(password, [])).toBe('common')
  })

  test.each([
    'Correct-horse-4-battery',
    'kT7#mQ9-zp2L',
    'N7!dfoP-92kk',
    'Right-password-1!',
    'Blaue-Gabel-77!',
  ])('%s is not', (password) => {
    expect(guessPassword(password, ['bapp', 'Aurora Diagnostics', 'Giulia Rossi'])).toBeNull()
  })

  test('names of the person, the company and the product are no passwords', () => {
    const words = ['bapp', 'Aurora Diagnostics', 'Giulia Rossi', 'giulia.rossi']
    for (const password of [
      'Aurora2026!',
      'Giulia-Rossi7!',
      '4ur0ra-Diag1!',
      'bApp-2026!',
      'R0ssi_2026',
    ]) {
      expect(guessPassword(password, words), password).toBe('personal')
    }
    expect(guessPassword('Aurora-borealis-1!', words)).toBeNull()
  })

  test('is found in no time, however long the password', () => {
    // Count the time of the processor: by the clock a busy machine takes longer.
    const begun = process.threadCpuUsage()
    for (const part of ['a', '1!', 'qwerty', 'Aa1!']) guessPassword(part.repeat(256), ['aurora'])
    const { user, system } = process.threadCpuUsage(begun)
    expect((user + system) / 1000).toBeLessThan(200)
  })
})
