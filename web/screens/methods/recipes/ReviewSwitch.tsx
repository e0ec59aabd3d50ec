import { useState } from 'react'
import { companyCalls } from '../../../../domain/calls/companies.ts'
import type { Company } from '../../../../domain/entities/company.ts'
import { globalRecipe } from '../../../../domain/entities/global-recipe.ts'
import { protocol as protocolEntity } from '../../../../domain/entities/protocol.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { localTime } from '../../../state/local-time.ts'
import { resyncRecords } from '../../../state/records.ts'
import { account, may } from '../../../state/session.ts'
import { useRecords } from '../../../state/use-records.ts'
import { useSending } from '../../../state/use-sending.ts'

/** Show administrators if versions of recipes are reviewed, and let them change it; ending it takes two of them (decision 34). */
export function ReviewSwitch({ company }: { company: Company }) {
  const [isAsking, setAsking] = useState(false)
  const sending = useSending([])
  const who = account.value
  if (!who || !may(companyCalls.edit.needs)) return null
  const isOn = company.recipe_review === 'Y'
  const asked = company.recipe_review_off
  const set = (recipe_review: 'Y' | 'N') =>
    sending.send(true, async (opId) => {
      const parts = { params: { id: company.uuid }, body: { recipe_review } }
      await call(companyCalls.edit, parts, { opId })
      resyncRecords()
    })
  if (asked) {
    const at = localTime(asked.at)
    return (
      <Notice
        kind="warning"
        action={
          <>
            <Button busy={sending.busy} onClick={() => void set('Y')}>
              {t('versions.switch.keep')}
            </Button>{' '}
            {asked.by !== who.uuid && (
              <Button kind="danger" busy={sending.busy} onClick={() => void set('N')}>
                {t('versions.switch.agree')}
              </Button>
            )}
          </>
        }
      >
        <p>{t('versions.switch.asked', { by: asked.by_name, at })}</p>
        {sending.others.length > 0 && <p role="alert">{sending.others.join(' ')}</p>}
      </Notice>
    )
  }
  return (
    <>
      <Notice
        kind="info"
        action={
          <Button onClick={() => setAsking(true)}>
            {t(isOn ? 'versions.switch.turnOff' : 'versions.switch.turnOn')}
          </Button>
        }
      >
        {t(isOn ? 'versions.switch.on' : 'versions.switch.off')}
      </Notice>
      {isAsking && (
        <FormDialog
          title={t(isOn ? 'versions.switch.askOff' : 'versions.switch.askOn')}
          submit={t(isOn ? 'versions.switch.turnOff' : 'versions.switch.turnOn')}
          danger={isOn}
          sending={sending}
          onSubmit={() => void set(isOn ? 'N' : 'Y').then((done) => done && setAsking(false))}
          onClose={() => setAsking(false)}
        >
          <p>{t(isOn ? 'versions.switch.askOffText' : 'versions.switch.askOnText')}</p>
          {!isOn && <StoppedProtocols />}
        </FormDialog>
      )}
    </>
  )
}

/** List the protocols that are not run once versions are reviewed: those of recipes of the provider (decision 41). */
function StoppedProtocols() {
  const protocols = useRecords(protocolEntity) ?? none
  const published = useRecords(globalRecipe) ?? none
  const names = new Map(published.map(({ uuid, name }) => [uuid, name]))
  const stopped = protocols.filter(
    ({ archived, recipe_uuid: recipe }) => archived === 0 && names.has(recipe),
  )
  if (stopped.length === 0) return <p>{t('versions.switch.noneStops')}</p>
  return (
    <section>
      <p>{t('versions.switch.stops', { count: stopped.length })}</p>
      <ul>
        {stopped.map(({ uuid, name, recipe_uuid: recipe }) => (
          <li key={uuid}>
            <bdi>{name}</bdi> (<bdi>{names.get(recipe)}</bdi>)
          </li>
        ))}
      </ul>
    </section>
  )
}

const none: never[] = []
