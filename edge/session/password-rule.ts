import type { Reason } from '../../domain/reasons/reason.ts'
import { Fault, type FaultDetail } from '../../domain/fault.ts'
import { guessPassword } from '../../domain/rules/guessable.ts'
import { passwordGaps, passwordsMatch } from '../../domain/rules/password.ts'

/** Return the form in which a password is hashed: in wide letters it is the same one (NFKC). */
export function sameForm(password: string): string {
  return password.normalize('NFKC')
}

/** Words of the product that no password may be made of. */
const productWords = ['bapp', 'bcube', 'bgate', 'bkernel', 'bkit']

/**
 * Check a new password (spec §5, VAL-001..006): composition, the two fields equal, and none of those that are guessed
 * first.
 * @param about.words the person's name, user name, e-mail and company.
 * @throws Fault `invalid`, one detail for each thing that is wrong.
 */
export function checkPassword(
  password: string,
  about: { repeat?: string; words?: readonly string[]; field?: string } = {},
): void {
  const { field = 'password' } = about
  const known = sameForm(password)
  const problems: FaultDetail[] = passwordGaps(known).map((gap) =>
    problem(field, `password_${gap}`, `The password lacks: ${gap}`),
  )
  if (problems.length === 0) {
    const guess = guessPassword(known, [...productWords, ...(about.words ?? [])])
    if (guess) {
      problems.push(problem(field, `password_${guess}`, 'The password is easily guessed'))
    }
  }
  if (about.repeat !== undefined && !passwordsMatch(password, about.repeat)) {
    problems.push(problem('repeat', 'passwords_differ', 'The two passwords must match'))
  }
  const [first, ...others] = problems
  if (first) throw new Fault([first, ...others])
}

function problem(field: string, reason: Reason, message: string): FaultDetail {
  return { code: 'invalid', field, reason, message }
}
