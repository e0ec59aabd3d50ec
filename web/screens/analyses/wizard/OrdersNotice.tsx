import { useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'wouter'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { WatchedFile } from '../../../../domain/desktop-bridge.ts'
import { askHost } from '../../../host/ask-host.ts'
import { watchedFolder } from '../../../host/host.ts'
import { takeBytes } from '../../../host/take-bytes.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import type { Draft } from '../../../state/draft.ts'
import type { Plan } from './plan.ts'

const CsvDialog = lazy(async () => ({ default: (await import('./csv/CsvDialog.tsx')).CsvDialog }))

/** Offer the samples of a file of orders to a plan that was begun for them (`orders=<hash>`), as soon as it has a cartridge. */
export function OrdersNotice({ draft, plan }: { draft: Draft; plan: Plan }) {
  useSignals()
  const [search, setSearch] = useSearchParams()
  const hash = search.get('orders')
  const file = watchedFolder.value?.files.find((one) => one.hash === hash)
  if (!file || file.state !== 'asks') return null
  const leave = () =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      next.delete('orders')
      return next
    })
  return <OpenOrders file={file} draft={draft} plan={plan} onTaken={leave} />
}

function OpenOrders(props: { file: WatchedFile; draft: Draft; plan: Plan; onTaken: () => void }) {
  const { file, draft, plan } = props
  const [opened, setOpened] = useState<File | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const { cartridge_type } = draft
  const open = async () => {
    setFailure(null)
    try {
      setOpened(new File([await takeBytes(file.hash)], file.name))
    } catch (error) {
      setFailure(error)
    }
  }
  const take = async () => {
    props.onTaken()
    await askHost('watchPlanned', { hash: file.hash, analysis_uuid: draft.uuid })
  }
  const button = (
    <Button
      kind="primary"
      icon="upload"
      disabledReason={cartridge_type ? null : t('wizard.orders.first')}
      onClick={() => void open()}
    >
      {t('wizard.orders.open')}
    </Button>
  )
  return (
    <>
      <Notice
        kind="info"
        title={t('wizard.orders', { count: file.question?.runs ?? 0, name: file.name })}
        action={button}
      >
        {t('wizard.orders.hint')}
      </Notice>
      {failure !== null && <Notice kind="error">{errorTexts(failure).join(' ')}</Notice>}
      <Suspense>
        {opened && cartridge_type && (
          <CsvDialog
            cartridge={cartridges[cartridge_type]}
            layout={draft.layout.present}
            protocol={plan.protocol}
            file={opened}
            onTake={() => void take().catch(setFailure)}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  )
}
