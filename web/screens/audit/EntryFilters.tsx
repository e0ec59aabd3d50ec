import { user } from '../../../domain/entities/user.ts'
import { kinds } from '../../../domain/registry.ts'
import { compareTexts } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { DayRange } from '../../parts/form/DayRange.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { useRecords } from '../../state/use-records.ts'
import styles from './Audit.module.css'
import { sayAction, sayKind } from './say-entry.tsx'
import { clearedFilter, type EntryFilter, writeDayText } from './use-entries.ts'

/** Filter entries by kind of record, person and days; an action or one record comes from an entry. */
export function EntryFilters(props: {
  filter: EntryFilter
  onChange: (changes: Readonly<Record<string, string | null>>) => void
}) {
  const { filter, onChange } = props
  const people = useRecords(user) ?? []
  const kindChoices = kinds
    .map((value) => ({ value: value as string, label: sayKind(value) }))
    .toSorted((a, b) => compareTexts(a.label, b.label))
  const choices = people
    .map(({ uuid, name }) => ({ value: uuid, label: name }))
    .toSorted((a, b) => compareTexts(a.label, b.label))
  const isKnown = filter.who === null || choices.some(({ value }) => value === filter.who)
  const others = isKnown ? [] : [{ value: filter.who as string, label: t('trail.somebody') }]
  return (
    <>
      <div className={styles.filters} role="search" aria-label={t('trail.filters')}>
        <SelectField
          label={t('trail.column.kind')}
          value={filter.kind ?? ''}
          placeholder={t('trail.anyKind')}
          choices={kindChoices}
          onChange={(kind) => onChange({ kind })}
        />
        <SelectField
          label={t('trail.column.who')}
          value={filter.who ?? ''}
          placeholder={t('trail.anybody')}
          choices={[...others, ...choices]}
          onChange={(who) => onChange({ who })}
        />
        <DayRange
          from={{
            label: t('trail.from'),
            day: filter.from,
            onChange: (day) => onChange({ from: writeDayText(day) }),
          }}
          to={{
            label: t('trail.to'),
            day: filter.to,
            onChange: (day) => onChange({ to: writeDayText(day) }),
          }}
        />
      </div>
      {Object.values(filter).some((one) => one !== null) && (
        <p className={styles.said}>
          {filter.action && (
            <span>{t('trail.saidAction', { action: sayAction(filter.action) })}</span>
          )}
          {filter.uuid && <span>{t('trail.saidRecord')}</span>}
          <Button kind="plain" icon="close" onClick={() => onChange(clearedFilter)}>
            {t('parts.table.clear')}
          </Button>
        </p>
      )}
    </>
  )
}
