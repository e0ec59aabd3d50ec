import type { Recipe } from '../../../../domain/entities/recipe.ts'
import type { OpenVersion } from '../../../../domain/rules/recipe-version.ts'
import { EvaluationText } from '../../../entities/evaluation-recipe/evaluation-panel.tsx'
import { sayTime } from '../../../entities/process-recipe/process-recipe-columns.tsx'
import { FittedPicture } from '../../../entities/process-recipe/ProgrammePicture.tsx'
import { FactList } from '../../../parts/facts/FactList.tsx'
import { sayPlate } from '../../../parts/plate/say-plate.ts'
import { DifferenceTable } from '../../../entities/recipe/DifferenceTable.tsx'
import { findRecipeDifferences } from '../../../entities/recipe/find-recipe-differences.ts'
import { findFigureDifferences } from '../../../entities/recipe/say-figure.ts'
import { t } from '../../../i18n/intl.ts'

/**
 * Show what a person decides about: in what a version differs from the one that is in force, and all that it does. Of a first version
 * the latter is open, as there is nothing to compare it with.
 */
export function VersionChanges({ recipe, open }: { recipe: Recipe; open: OpenVersion }) {
  return (
    <>
      {recipe.next ? (
        <Differences recipe={recipe} open={open} />
      ) : (
        <p>{t('versions.approve.first')}</p>
      )}
      <details open={!recipe.next}>
        <summary>{t('versions.approve.whole', { version: open.version })}</summary>
        <FactList
          facts={[
            [t('methods.plates'), open.cartridge_types.map(sayPlate).join(', ')],
            [t('methods.bkernel'), open.minimum_bkernel],
            [t('methods.time'), sayTime(open.process)],
          ]}
        />
        <FittedPicture label={t('methods.programme')} steps={open.process.steps} />
        <EvaluationText evaluation={open.evaluation} />
      </details>
    </>
  )
}

function Differences({ recipe, open }: { recipe: Recipe; open: OpenVersion }) {
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
