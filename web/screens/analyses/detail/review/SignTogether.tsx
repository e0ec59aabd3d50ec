import { useState } from 'react'
import { analysis as analysisEntity } from '../../../../../domain/entities/analysis.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { useSingleKeys } from '../../../../parts/keys/use-single-keys.ts'
import { listReady, openedRuns, type OpenedRun } from '../../../../state/opened-runs.ts'
import { account } from '../../../../state/session.ts'
import { singleKeys } from '../../../../state/single-keys.ts'
import { useRecords } from '../../../../state/use-records.ts'
import { SignTogetherDialog } from '../later.tsx'

/** Offer to sign the opened runs of a round that have no findings together; nothing while there are fewer than two. */
export function SignTogether(props: {
  uuids: readonly string[]
  /** Called when they are signed. */
  onSigned: () => void
}) {
  const [asked, setAsked] = useState<readonly OpenedRun[] | null>(null)
  const rows = useRecords(analysisEntity) ?? []
  const round = { user: account.value?.uuid ?? '', uuids: props.uuids }
  const ready = listReady(openedRuns.value, round, rows)
  const canSign = ready.length > 1
  useSingleKeys(singleKeys.value, canSign ? { t: () => setAsked(ready) } : {})
  return (
    <>
      {canSign && (
        <Button icon="lock" onClick={() => setAsked(ready)}>
          {t('together.action', { count: ready.length })}
        </Button>
      )}
      {asked && (
        <SignTogetherDialog
          runs={asked}
          onClose={() => setAsked(null)}
          onSigned={() => {
            setAsked(null)
            props.onSigned()
          }}
        />
      )}
    </>
  )
}
