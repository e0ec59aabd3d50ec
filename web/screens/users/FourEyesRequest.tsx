import { useState } from 'react'
import { companyCalls } from '../../../domain/calls/companies.ts'
import { company as companyEntity } from '../../../domain/entities/company.ts'
import { call } from '../../client/call.ts'
import { makeUuid } from '../../client/make-uuid.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { localTime } from '../../state/local-time.ts'
import { resyncRecords } from '../../state/records.ts'
import { account, may, refreshSession } from '../../state/session.ts'
import { useRecords } from '../../state/use-records.ts'
import styles from './UserPanel.module.css'

/** To other administrators: that somebody wants to switch four eyes off, which takes two (docs/identity.md). */
export function FourEyesRequest() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string[]>([])
  const who = account.value
  const own = useRecords(companyEntity)?.find(({ uuid }) => uuid === who?.company_uuid)
  const asked = own?.four_eyes_off
  if (!own || !asked || !who || !may('companies.edit')) return null
  const answer = async (four_eyes: 'Y' | 'N') => {
    setBusy(true)
    setFailure([])
    try {
      const parts = { params: { id: own.uuid }, body: { four_eyes } }
      await call(companyCalls.edit, parts, { opId: makeUuid() })
      resyncRecords()
      await refreshSession()
    } catch (error) {
      setFailure(errorTexts(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Notice
      kind="warning"
      action={
        <div className={styles.state}>
          <Button busy={busy} onClick={() => void answer('Y')}>
            {t('people.fourEyesKeep')}
          </Button>
          {asked.by !== who.uuid && (
            <Button kind="danger" busy={busy} onClick={() => void answer('N')}>
              {t('people.fourEyesAgree')}
            </Button>
          )}
        </div>
      }
    >
      <p>{t('people.fourEyesOff', { by: asked.by_name, at: localTime(asked.at) ?? asked.at })}</p>
      {failure.length > 0 && <p role="alert">{failure.join(' ')}</p>}
    </Notice>
  )
}
