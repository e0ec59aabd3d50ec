import * as v from 'valibot'

/** Digits of one PIN: all alike, or each one more or one less than the one before. */
function isRow(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at]))
  const [first] = steps
  return first !== undefined && Math.abs(first) <= 1 && steps.every((step) => step === first)
}

/** A signing PIN that somebody chooses: 6 to 12 digits that are no row. */
export const NewPin = v.pipe(
  v.string(),
  v.regex(/^\d{6,12}$/, 'pin_digits'),
  v.check((pin) => !isRow(pin), 'pin_row'),
)

/** A signing PIN as it is typed for a signature. */
export const PinText = v.pipe(v.string(), v.minLength(1), v.maxLength(12))
