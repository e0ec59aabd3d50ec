import type { Company } from '../../../../domain/entities/company.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import styles from './DevicesMap.module.css'

/** The way to the places that nobody has given yet. */
export function SetPlace(props: {
  companies: readonly Company[]
  onSet: (company: Company) => void
}) {
  const { companies, onSet } = props
  const [first] = companies
  if (companies.length === 1 && first) {
    return (
      <div>
        <Button icon="globe" onClick={() => onSet(first)}>
          {t('devices.map.set', { name: first.name })}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.set}>
      <SelectField
        label={t('devices.map.unplaced', { count: companies.length })}
        value=""
        placeholder={t('devices.map.setOne')}
        choices={companies.map(({ uuid, name }) => ({ value: uuid, label: name }))}
        onChange={(chosen) => {
          const company = companies.find(({ uuid }) => uuid === chosen)
          if (company) onSet(company)
        }}
      />
    </div>
  )
}
