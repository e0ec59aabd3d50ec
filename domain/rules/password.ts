import { passwordLength } from '../catalog/limits.ts'

export type PasswordGap = 'too_short' | 'capital' | 'lowercase' | 'number' | 'symbol'

/** List what a password still lacks (spec §5: 8 characters, a capital, a lowercase letter, a number, a symbol). */
export function passwordGaps(password: string): PasswordGap[] {
  const gaps: PasswordGap[] = []
  if ([...password].length < passwordLength) gaps.push('too_short')
  if (!/\p{Lu}/u.test(password)) gaps.push('capital')
  if (!/\p{Ll}/u.test(password)) gaps.push('lowercase')
  if (!/\p{N}/u.test(password)) gaps.push('number')
  if (!/[^\p{L}\p{N}\s]/u.test(password)) gaps.push('symbol')
  return gaps
}

/** Return true if the two passwords of a form match (spec §5). */
export function passwordsMatch(password: string, repeat: string): boolean {
  return password === repeat
}
