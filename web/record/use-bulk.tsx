import { signal } from '@preact/signals-react'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Icon } from '../parts/icon/Icon.tsx'
import { Menu } from '../parts/menu/Menu.tsx'
import { Notice } from '../parts/notice/Notice.tsx'
import { localTime } from '../state/local-time.ts'
import { account, mustStay } from '../state/session.ts'
import { showToast } from '../state/toasts.ts'
import { useSending } from '../state/use-sending.ts'
import type { Act } from './act.ts'
import { offerBulk, operationOf } from './bulk.ts'
import { type Batch, BulkDialog } from './BulkDialog.tsx'
import { inLanes } from './lanes.ts'
import { type Revert, undoMs, undoOperation } from './undo.ts'

/** The last batch of a kind and whose it was: it can be undone for a while, also after another page. */
const lastBatch = signal<{ kind: string; batch: Batch } | null>(null)

/** Change many rows: a menu for the selection, the dialog with the plan, and the offer to undo it. */
export function useBulk<Row extends { uuid: string }>(options: {
  actsOf: (row: Row) => readonly Act[]
  nameOf: (row: Row) => string
  revert: Revert | undefined
  again: () => void
}): { menu: (rows: readonly Row[]) => ReactNode; dialog: ReactNode; notice: ReactNode } {
  const { actsOf, nameOf, revert, again } = options
  const [asked, setAsked] = useState<{ act: Act; rows: readonly Row[] } | null>(null)
  const note = (batch: Batch) => {
    again()
    if (revert) lastBatch.value = { kind: revert.kind, batch }
  }
  return {
    menu: (rows) => (
      <Menu
        label={t('record.bulk')}
        trigger={
          <>
            <Icon name="edit" /> {t('record.bulk')} <Icon name="down" size={12} />
          </>
        }
        items={offerBulk(rows, actsOf).map((act) => ({
          id: act.id,
          label: act.label,
          icon: act.icon,
          danger: act.ask?.danger ?? false,
          onPress: () => setAsked({ act, rows }),
        }))}
      />
    ),
    dialog: asked && (
      <BulkDialog
        {...asked}
        actsOf={actsOf}
        nameOf={nameOf}
        onDone={note}
        onClose={() => setAsked(null)}
      />
    ),
    notice: revert && <UndoNotice revert={revert} again={again} />,
  }
}

/** Offer for ten minutes to take the last batch back, from the log of each of its records. */
function UndoNotice({ revert, again }: { revert: Revert; again: () => void }) {
  const { busy, others, send } = useSending([])
  const last = lastBatch.value
  const isMine = last?.kind === revert.kind && last.batch.who === account.value?.uuid
  const mine = isMine ? last.batch : null
  useEffect(() => {
    if (!mine) return undefined
    const rest = Math.max(0, mine.at + undoMs - Date.now())
    const timer = setTimeout(() => (lastBatch.value = null), rest)
    return () => clearTimeout(timer)
  }, [mine])
  if (!mine) return null
  const undo = () =>
    send(
      true,
      async (undoBatch) => {
        const { done, kept } = await undoBatchOf(revert, mine, undoBatch)
        again()
        lastBatch.value = null
        const said = t('record.undone', { count: done })
        if (kept === 0) showToast('done', said)
        else showToast('warning', `${said} ${t('record.undoKept', { count: kept })}`)
      },
      mine.id,
    )
  return (
    <Notice
      kind={others.length > 0 ? 'error' : 'done'}
      action={
        <>
          <Button busy={busy} onClick={() => void undo()}>
            {t('record.undoAll')}
          </Button>{' '}
          <Button kind="plain" icon="close" iconOnly onClick={() => (lastBatch.value = null)}>
            {t('parts.dismiss')}
          </Button>
        </>
      }
    >
      {t('record.bulkResult', { act: mine.label, count: mine.rows.length })}{' '}
      {t('record.undoUntil', { at: localTime(mine.at + undoMs, 'time') })}
      {others.length > 0 && <p>{others.join(' ')}</p>}
    </Notice>
  )
}

async function undoBatchOf(revert: Revert, batch: Batch, undoBatch: string) {
  let done = 0
  const checkPerson = mustStay()
  await inLanes(batch.rows, async (id) => {
    checkPerson()
    const opId = operationOf(batch.id, id)
    const undoId = operationOf(undoBatch, id)
    if ((await undoOperation(revert, { id, opId, undoId })) === 'done') done += 1
  })
  return { done, kept: batch.rows.length - done }
}
