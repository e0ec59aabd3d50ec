import { type FormEvent, useState } from 'react'
import type { Account } from '../../../domain/calls/session.ts'
import { userCalls } from '../../../domain/calls/users.ts'
import { User } from '../../../domain/entities/user.ts'
import { call } from '../../client/call.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { writeExample } from '../../i18n/format.ts'
import { chooseLanguage, t } from '../../i18n/intl.ts'
import { type Language, languageCodes, languages } from '../../../domain/catalog/languages.ts'
import { Button } from '../../parts/button/Button.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { loseOpen } from '../../state/left-behind.ts'
import { resyncRecords } from '../../state/records.ts'
import { refreshSession } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import styles from './MeScreen.module.css'
import { makeUuid } from '../../client/make-uuid.ts'

const dateFormats = User.entries.date_format.options

/** Edit language, time zone and date format of the account, on all its machines; the name is shown only. */
export function PreferencesForm({ account }: { account: Account }) {
  const [language, setLanguage] = useState<Language>(account.default_language)
  const [timezone, setTimezone] = useState(account.preferences.timezone)
  const [dateFormat, setDateFormat] = useState(account.preferences.date_format)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string[]>([])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure([])
    const body = {
      default_language: language,
      timezone,
      date_format: dateFormat as (typeof dateFormats)[number],
    }
    try {
      await call(userCalls.editDetails, { body }, { opId: makeUuid() })
      resyncRecords()
      await refreshSession()
      showToast('done', t('me.saved'))
      if (language !== account.default_language) loseOpen(() => void chooseLanguage(language))
    } catch (error) {
      setFailure(errorTexts(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      <dl className={styles.facts}>
        <dt>{t('me.name')}</dt>
        <dd>{account.name}</dd>
      </dl>
      <p className={styles.quiet}>{t('me.nameHint')}</p>
      <SelectField
        label={t('top.language')}
        hint={t('me.languageHint')}
        value={language}
        choices={languageCodes.map((value) => ({ value, label: languages[value].name }))}
        onChange={(value) => setLanguage(value as Language)}
      />
      <SelectField
        label={t('me.timezone')}
        value={timezone}
        choices={listZones(timezone).map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        onChange={setTimezone}
      />
      <SelectField
        label={t('me.dateFormat')}
        value={dateFormat}
        choices={dateFormats.map((value) => ({ value, label: writeExample(value) }))}
        onChange={setDateFormat}
      />
      <Button type="submit" kind="primary" busy={busy}>
        {t('me.save')}
      </Button>
    </form>
  )
}

/** List the zones that this browser knows, and always the account's own. */
function listZones(own: string): string[] {
  const zones = Intl.supportedValuesOf('timeZone')
  return own && !zones.includes(own) ? [own, ...zones] : zones
}
