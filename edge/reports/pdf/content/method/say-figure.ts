import type { RecipeVersion } from '../../../../../domain/calls/recipes.ts'
import type { VerificationFigure } from '../../../../../domain/entities/verification-figure.ts'
import type { Say } from '../say.ts'

/** List the figures of a version: those that its approval covers, and those stated without a review. */
export function figuresOf({
  release,
  figures = [],
}: Pick<RecipeVersion, 'release' | 'figures'>): VerificationFigure[] {
  return [...(release?.figures ?? []), ...figures]
}

/** Name a figure of the verification with the target that it is of. */
export function nameFigure(say: Say, { kind, target }: VerificationFigure): string {
  const figure = say.word(`method.figure.kind.${kind}`)
  return target === null ? figure : say.list([figure, target])
}

/** Write a number of a figure with its unit, to four significant digits. */
export function withUnit(say: Say, value: number, unit: string): string {
  const number = say.exact(Number(value.toPrecision(4)))
  return unit === '' ? number : `${number} ${unit}`
}

/** Write the accepted limits of a figure. */
export function sayLimits(say: Say, { least, most, unit }: VerificationFigure): string {
  return say.list([
    ...(least === null ? [] : [say.word('cqLimits.min', { min: withUnit(say, least, unit) })]),
    ...(most === null ? [] : [say.word('cqLimits.max', { max: withUnit(say, most, unit) })]),
  ])
}
