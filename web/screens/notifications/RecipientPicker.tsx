import { useState } from 'react'
import type { Recipients } from '../../../domain/entities/notification.ts'
import { type User, user as userEntity } from '../../../domain/entities/user.ts'
import { useReachedCompanies } from '../../entities/company/use-companies.ts'
import { profileRows } from '../../entities/profile/profile-rows.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { CheckField } from '../../parts/form/CheckField.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { SilentCompanies } from '../../parts/notice/SilentCompanies.tsx'
import { FetchFailed } from '../../parts/progress/Fetching.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { localRows, useRows } from '../../record/use-rows.ts'
import { account } from '../../state/session.ts'
import styles from './Notifications.module.css'

const userRows = localRows(userEntity)

interface Option {
  value: string
  label: string
}

interface List {
  field: keyof Recipients
  label: string
  options: Option[]
  /** False while more are on their way. */
  isWhole: boolean
}

/** Choose recipients: whole companies, everybody with a profile, and single people. */
export function RecipientPicker(props: {
  recipients: Recipients
  onChange: (recipients: Recipients) => void
}) {
  const { recipients, onChange } = props
  const users = useRows(userRows)
  const profiles = useRows(profileRows)
  const reached = useReachedCompanies()
  const who = account.value
  const own = who && { value: who.company_uuid, label: who.company_details.name }
  const rest = (reached.value?.found ?? [])
    .map(asOption)
    .filter(({ value }) => value !== own?.value)
  const lists: List[] = [
    {
      field: 'companies',
      label: t('messages.to.companies'),
      options: own ? [own, ...rest] : rest,
      isWhole: reached.value !== null || reached.failure.length > 0,
    },
    {
      field: 'profiles',
      label: t('messages.to.profiles'),
      options: (profiles.rows ?? []).map(asOption),
      isWhole: profiles.isWhole,
    },
    {
      field: 'users',
      label: t('messages.to.users'),
      options: (users.rows ?? []).filter(isReader).map(asOption),
      isWhole: users.isWhole,
    },
  ]
  return (
    <section className={styles.part}>
      <h2>{t('messages.to.title')}</h2>
      <p className={styles.quiet}>{t('messages.to.hint')}</p>
      <FetchFailed
        failure={reached.failure}
        again={reached.again}
        title={t('parts.fetchFailed')}
        kind="warning"
      />
      <SilentCompanies companies={reached.value?.silent} again={reached.again} />
      <div className={styles.lists}>
        {lists.map(({ field, ...list }) => (
          <OptionList
            key={field}
            {...list}
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
  isWhole: boolean
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  const { label, options, isWhole, chosen, onChange } = props
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
        {!isWhole && <Progress label={t('parts.loading')} />}
        {isWhole && shown.length === 0 && <p className={styles.quiet}>{t('messages.to.none')}</p>}
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
