import type { VerificationFigure } from '../../../domain/entities/verification-figure.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { ProcessDifference } from '../process-recipe/find-process-differences.ts'

/** Name a figure of the verification with the target that it is of. */
export function sayFigure({ kind, target }: Pick<VerificationFigure, 'kind' | 'target'>): string {
  const figure = t(`versions.figures.kind.${kind}`)
  return target === null ? figure : t('versions.figures.of', { figure, target })
}

/** Write a number of a figure with its unit, to four significant digits. */
export function sayWithUnit(value: number, { unit }: Pick<VerificationFigure, 'unit'>): string {
  const rounded = Number(value.toPrecision(4))
  const number = formatNumber(rounded, String(rounded).split('.')[1]?.length ?? 0)
  return unit === '' ? number : `${number} ${unit}`
}

/** Write the accepted limits of a figure. */
export function sayLimits(figure: Pick<VerificationFigure, 'least' | 'most' | 'unit'>): string {
  const { least, most } = figure
  return [
    ...(least === null ? [] : [`≥ ${sayWithUnit(least, figure)}`]),
    ...(most === null ? [] : [`≤ ${sayWithUnit(most, figure)}`]),
  ].join(', ')
}

type Figures = readonly VerificationFigure[] | undefined

/** Find the figures that two versions have differently, in the words of the laboratory. */
export function findFigureDifferences(before: Figures, after: Figures): ProcessDifference[] {
  const [one, other] = [sayAll(before), sayAll(after)]
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((what) => {
    const [was, is] = [one.get(what) ?? '–', other.get(what) ?? '–']
    return was === is ? [] : [{ what, before: was, after: is }]
  })
}

/** Say each figure by its name; those of one name are listed together. */
function sayAll(figures: Figures = []): Map<string, string> {
  const said = new Map<string, string>()
  for (const figure of figures) {
    const name = sayFigure(figure)
    const text = `${sayWithUnit(figure.value, figure)} (n = ${figure.n}; ${sayLimits(figure)})`
    said.set(name, [said.get(name), text].filter(Boolean).join(' · '))
  }
  return said
}
