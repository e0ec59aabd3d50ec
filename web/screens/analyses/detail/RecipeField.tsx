import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { type GlobalRecipe, globalRecipe } from '../../../../domain/entities/global-recipe.ts'
import { findMisfit } from '../../../../domain/rules/recipe-fit.ts'
import { t } from '../../../i18n/intl.ts'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { useRecords } from '../../../state/use-records.ts'
import styles from './Recalculation.module.css'

/** Choose the global recipe with which the run is judged again; unsuitable ones are listed with the reason. */
export function RecipeField(props: {
  record: Analysis
  chosen: GlobalRecipe | null
  error: string | null
  onChoose: (recipe: GlobalRecipe | null) => void
}) {
  const { record, chosen } = props
  const recipes = useRecords(globalRecipe) ?? []
  const sorted = recipes
    .map((recipe) => ({ recipe, misfit: findMisfit(record, recipe) }))
    .toSorted((a, b) => a.recipe.name.localeCompare(b.recipe.name))
  const fitting = sorted.filter(({ misfit }) => misfit === null)
  const others = sorted.flatMap(({ recipe, misfit }) =>
    misfit && misfit !== 'archived' ? { name: recipe.name, misfit } : [],
  )
  return (
    <div className={styles.choice}>
      {fitting.length === 0 && <Notice kind="info">{t('recalculate.recipe.none')}</Notice>}
      <SelectField
        label={t('recalculate.recipe')}
        hint={t('recalculate.recipe.hint')}
        value={chosen?.uuid ?? ''}
        required
        placeholder={t('validate.meaning.choose')}
        error={props.error}
        choices={fitting.map(({ recipe }) => ({ value: recipe.uuid, label: recipe.name }))}
        onChange={(uuid) =>
          props.onChoose(fitting.find(({ recipe }) => recipe.uuid === uuid)?.recipe ?? null)
        }
      />
      {others.length > 0 && (
        <details>
          <summary>{t('recalculate.recipe.others', { count: others.length })}</summary>
          <ul>
            {others.map(({ name, misfit }) => (
              <li key={name}>
                <bdi>{name}</bdi>: {t(`fault.${misfit}`)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
