import { companyCalls } from '../../../domain/calls/companies.ts'
import { company as companyEntity } from '../../../domain/entities/company.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { localTime } from '../../state/local-time.ts'
import { resyncRecords } from '../../state/records.ts'
import { account, may, refreshSession } from '../../state/session.ts'
import { useRecords } from '../../state/use-records.ts'
import { useSending } from '../../state/use-sending.ts'

/** Tell other administrators that one wants to switch four eyes off, which takes two (docs/identity.md). */
export function FourEyesRequest() {
  const { busy, others, send } = useSending([])
  const who = account.value
  const own = useRecords(companyEntity)?.find(({ uuid }) => uuid === who?.company_uuid)
  const asked = own?.four_eyes_off
  if (!own || !asked || !who || !may(companyCalls.edit.needs)) return null
  const answer = (four_eyes: 'Y' | 'N') =>
    send(true, async (opId) => {
      const parts = { params: { id: own.uuid }, body: { four_eyes } }
      await call(companyCalls.edit, parts, { opId })
      resyncRecords()
      await refreshSession()
    })
  return (
    <Notice
      kind="warning"
      action={
        <>
          <Button busy={busy} onClick={() => void answer('Y')}>
            {t('people.fourEyesKeep')}
          </Button>{' '}
          {asked.by !== who.uuid && (
            <Button kind="danger" busy={busy} onClick={() => void answer('N')}>
              {t('people.fourEyesAgree')}
            </Button>
          )}
        </>
      }
    >
      <p>{t('people.fourEyesOff', { by: asked.by_name, at: localTime(asked.at) ?? asked.at })}</p>
      {others.length > 0 && <p role="alert">{others.join(' ')}</p>}
    </Notice>
  )
}
