import { useState } from 'react'
import { company as companyEntity } from '../../../domain/entities/company.ts'
import type { Recipients } from '../../../domain/entities/notification.ts'
import { type User, user as userEntity } from '../../../domain/entities/user.ts'
import { profileRows } from '../../entities/profile/profile-rows.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { CheckField } from '../../parts/form/CheckField.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { localRows, useRows } from '../../record/use-rows.ts'
import { account } from '../../state/session.ts'
import styles from './Notifications.module.css'

const userRows = localRows(userEntity)
const companyRows = localRows(companyEntity)

interface Option {
  value: string
  label: string
}

/** Choose recipients: whole companies, everybody with a profile, and single people. */
export function RecipientPicker(props: {
  recipients: Recipients
  onChange: (recipients: Recipients) => void
}) {
  const { recipients, onChange } = props
  const { rows: users } = useRows(userRows)
  const { rows: companies } = useRows(companyRows)
  const { rows: profiles } = useRows(profileRows)
  const who = account.value
  const own = who && { value: who.company_uuid, label: who.company_details.name }
  const known = (companies ?? []).map(({ uuid, name }) => ({ value: uuid, label: name }))
  const rest = known.filter(({ value }) => value !== own?.value)
  const lists: [keyof Recipients, string, Option[]][] = [
    ['companies', t('messages.to.companies'), own ? [own, ...rest] : rest],
    ['profiles', t('messages.to.profiles'), (profiles ?? []).map(asOption)],
    ['users', t('messages.to.users'), (users ?? []).filter(isReader).map(asOption)],
  ]
  return (
    <section className={styles.part}>
      <h2>{t('messages.to.title')}</h2>
      <p className={styles.quiet}>{t('messages.to.hint')}</p>
      <div className={styles.lists}>
        {lists.map(([field, label, options]) => (
          <OptionList
            key={field}
            label={label}
            options={options}
            chosen={recipients[field]}
            onChange={(chosen) => onChange({ ...recipients, [field]: chosen })}
          />
        ))}
      </div>
    </section>
  )
}

const asOption = ({ uuid, name }: { uuid: string; name: string }): Option => ({
  value: uuid,
  label: name,
})
/** Service accounts get no messages. */
const isReader = ({ active, service }: User) => active === 'Y' && !service

/** Number of options from which a search narrows them down. */
const searchFrom = 8

function OptionList(props: {
  label: string
  options: readonly Option[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  const { label, options, chosen, onChange } = props
  const [wanted, setWanted] = useState('')
  const text = wanted.trim().toLowerCase()
  // Keep what is chosen in sight, also while something else is searched for.
  const shown = options.filter(
    ({ value, label: name }) => chosen.includes(value) || name.toLowerCase().includes(text),
  )
  return (
    <fieldset className={styles.options}>
      <legend>
        {label} {chosen.length > 0 && <span>({formatNumber(chosen.length)})</span>}
      </legend>
      {options.length >= searchFrom && (
        <Field
          type="search"
          hideLabel
          label={t('messages.to.search', { list: label })}
          placeholder={t('messages.to.search', { list: label })}
          value={wanted}
          onChange={setWanted}
        />
      )}
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={label}>
        {shown.length === 0 && <p className={styles.quiet}>{t('messages.to.none')}</p>}
        {shown.map(({ value, label: name }) => (
          <CheckField
            key={value}
            label={<bdi>{name}</bdi>}
            checked={chosen.includes(value)}
            onChange={(on) =>
              onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
