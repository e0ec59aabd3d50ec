import type { Recipe } from '../../../../domain/entities/recipe.ts'
import type { OpenVersion } from '../../../../domain/rules/recipe-version.ts'
import { DifferenceTable } from '../../../entities/recipe/DifferenceTable.tsx'
import { findRecipeDifferences } from '../../../entities/recipe/find-recipe-differences.ts'
import { findFigureDifferences } from '../../../entities/recipe/say-figure.ts'
import { t } from '../../../i18n/intl.ts'

/** Show in what a version differs from the one that is in force. */
export function VersionChanges({ recipe, open }: { recipe: Recipe; open: OpenVersion }) {
  if (!recipe.next) return <p>{t('versions.approve.first')}</p>
  const title = t('versions.approve.changes', { version: recipe.version })
  return (
    <section>
      <h3>{title}</h3>
      <DifferenceTable
        label={title}
        before={t('versions.number', { version: recipe.version })}
        after={t('versions.number', { version: open.version })}
        differences={[
          ...findRecipeDifferences(recipe, open),
          ...findFigureDifferences(recipe.release?.figures, open.release.figures),
        ]}
      />
    </section>
  )
}
