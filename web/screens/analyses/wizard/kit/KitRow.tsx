import { lazy, Suspense, useRef, useState } from 'react'
import { bkitCalls } from '../../../../../domain/calls/bkits.ts'
import type { Bkit } from '../../../../../domain/entities/bkit.ts'
import type { RunKit } from '../../../../../domain/entities/run-kit.ts'
import { type KitUses, leftInBox, findUse } from '../../../../../domain/rules/kit-use.ts'
import { ExpiryBadge } from '../../../../entities/kit/ExpiryBadge.tsx'
import { formatNumber } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Icon } from '../../../../parts/icon/Icon.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { useWedge } from '../../../../parts/scan/use-wedge.ts'
import { changeDraft, type Draft } from '../../../../state/draft.ts'
import { may } from '../../../../state/session.ts'
import type { PlanRecords } from '../plan.ts'
import { ExpiredKit } from './ExpiredKit.tsx'
import styles from './Kit.module.css'
import { takeKit } from './take-kit.ts'

// Opened by a press; the decoder comes with it.
const ScanDialog = lazy(async () => ({
  default: (await import('../../../../parts/scan/ScanDialog.tsx')).ScanDialog,
}))

/**
 * Choose the kit of the run: its label is read first, because it decides the methods. A hand scanner needs no dialog as long as there
 * is no plate, whose samples it names.
 */
export function KitRow(props: {
  draft: Draft
  records: PlanRecords
  kits: readonly Bkit[]
  uses: KitUses
}) {
  const { draft, records, kits, uses } = props
  const [scanning, setScanning] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const area = useRef<HTMLDivElement>(null)
  const take = (text: string) => takeKit(text, { kits, records })
  const isHeard = !scanning && draft.cartridge_type === null && may(bkitCalls.search.needs)
  useWedge(area, isHeard, ({ text, isDoubtful }) =>
    setRefused(isDoubtful ? t('scan.doubtful', { code: text }) : take(text)),
  )
  if (!may(bkitCalls.search.needs)) return null
  const { kit } = draft
  const open = () => {
    setRefused(null)
    setScanning(true)
  }
  return (
    <div className={styles.row} ref={area}>
      {kit ? (
        <KitFacts kit={kit} uses={uses} />
      ) : (
        <p className={styles.none}>
          <Icon name="kit" size={20} /> {t('kit.none')}
        </p>
      )}
      <div className={styles.buttons}>
        <Button icon="camera" kind={kit ? 'plain' : 'secondary'} onClick={open}>
          {t(kit ? 'kit.scanOther' : 'kit.scan')}
        </Button>
        {kit && (
          <Button kind="plain" icon="close" onClick={() => changeDraft({ kit: null })}>
            {t('kit.remove')}
          </Button>
        )}
      </div>
      {refused !== null && <Notice kind="error">{refused}</Notice>}
      {kit && <ExpiredKit kit={kit} />}
      {scanning && (
        <Suspense>
          <ScanDialog
            title={t('kit.scan')}
            hint={t('kit.scan.hint')}
            onText={(text) => {
              const reason = take(text)
              if (reason === null) setScanning(false)
              return reason && `${reason}. ${t('kit.scan.retry')}`
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Show the content of the label, and the shelf life of the kit. */
function KitFacts({ kit, uses }: { kit: RunKit; uses: KitUses }) {
  const use = uses.get(kit.bkit_uuid)
  return (
    <div className={styles.kit}>
      <Icon name="kit" size={20} />
      <span className={styles.name}>{kit.name}</span>
      <dl className={styles.facts}>
        <dt>{t('kit.ref')}</dt>
        <dd>
          <bdi dir="ltr">{kit.ref || '–'}</bdi>
        </dd>
        <dt>{t('kit.lot')}</dt>
        <dd>
          <bdi dir="ltr">{kit.lot}</bdi>
        </dd>
        {kit.box !== null && (
          <>
            <dt>{t('kit.box')}</dt>
            <dd>{formatNumber(kit.box)}</dd>
          </>
        )}
        {kit.box !== null && kit.tests !== undefined && use && (
          <>
            <dt>{t('kit.left')}</dt>
            <dd>{formatNumber(leftInBox(kit.box, findUse(use, kit.lot), kit.tests))}</dd>
          </>
        )}
        <dt>{t('kit.expiry')}</dt>
        <dd>
          <bdi dir="ltr">{kit.expiry_date}</bdi>
        </dd>
      </dl>
      <ExpiryBadge expiry={kit.expiry_date} />
    </div>
  )
}
