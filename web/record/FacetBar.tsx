import { useMemo } from 'react'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { FilterChips } from '../parts/filter/FilterChips.tsx'
import { type Chosen, countChoices, type Facet, sayChosen, toggleChoice } from './facets.ts'
import styles from './Record.module.css'

/** Show the filters of a list as chips, and the chosen ones in words. The address keeps them. */
export function FacetBar<Row>(props: {
  rows: readonly Row[]
  facets: readonly Facet<Row>[]
  chosen: Chosen
  /** Facet whose choices the page draws by itself. */
  hidden?: string
  onChange: (changes: Readonly<Record<string, string | null>>) => void
}) {
  const { rows, facets, chosen, onChange } = props
  const counts = useMemo(
    () => facets.map((facet) => countChoices(rows, facets, chosen, facet)),
    [rows, facets, chosen],
  )
  const said = sayChosen(facets, chosen)
  const clear = () => onChange(Object.fromEntries(facets.map(({ id }) => [id, null])))
  return (
    <div className={styles.filters}>
      <div className={styles.facets}>
        {facets.map(
          ({ id, label, choices }, at) =>
            choices.length > 0 &&
            id !== props.hidden && (
              <div key={id} className={styles.facet}>
                <span className={styles.quiet} aria-hidden="true">
                  {label}
                </span>
                <FilterChips
                  label={label}
                  chips={choices.map(({ value, label: word, badge = word }) => ({
                    id: value,
                    label: badge,
                    // Count nothing in an empty list, which says so by itself.
                    count: rows.length > 0 ? (counts[at]?.get(value) ?? 0) : undefined,
                    pressed: chosen[id]?.includes(value) ?? false,
                    onPress: () => onChange({ [id]: toggleChoice(chosen, id, value) }),
                  }))}
                />
              </div>
            ),
        )}
      </div>
      {said !== '' && (
        <p className={styles.said}>
          <span role="status">{t('record.shown', { what: said })}</span>
          <Button kind="plain" icon="close" onClick={clear}>
            {t('parts.table.clear')}
          </Button>
        </p>
      )}
    </div>
  )
}
