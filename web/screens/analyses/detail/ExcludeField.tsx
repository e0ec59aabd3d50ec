import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import detail from './Detail.module.css'
import styles from './Recalculation.module.css'

/** Edit the wells left out of the calls: those selected on the plate can be added, each can be removed. */
export function ExcludeField(props: {
  excluded: readonly string[]
  selected: readonly string[]
  onChange: (wells: readonly string[]) => void
}) {
  const { excluded, selected } = props
  const fresh = selected.filter((well) => !excluded.includes(well))
  return (
    <div className={styles.exclude}>
      <span className={styles.label}>{t('recalculate.excluded')}</span>
      {excluded.length === 0 && (
        <span className={detail.quiet}>{t('recalculate.excluded.none')}</span>
      )}
      {excluded.map((well) => (
        <button
          key={well}
          type="button"
          className={detail.chip}
          aria-label={t('recalculate.include', { well })}
          onClick={() => props.onChange(excluded.filter((one) => one !== well))}
        >
          <bdi dir="ltr">{well}</bdi> ×
        </button>
      ))}
      <Button
        kind="plain"
        icon="plus"
        disabledReason={fresh.length === 0 ? t('recalculate.exclude.none') : null}
        onClick={() => props.onChange([...excluded, ...fresh])}
      >
        {t('recalculate.exclude', { count: fresh.length })}
      </Button>
    </div>
  )
}
