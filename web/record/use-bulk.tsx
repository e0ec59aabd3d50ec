import { signal } from '@preact/signals-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
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
import styles from './Record.module.css'
import { type Revert, undoMs, undoOperation } from './undo.ts'

/** The last batch of a kind and whose it was: it can be undone for a while, also after another page. */
const lastBatch = signal<{ kind: string; batch: Batch } | null>(null)

/** Selection of the list that is changed. */
interface Selecting {
  selection: { ids: ReadonlySet<string> }
  select: { rows: (ids: ReadonlySet<string>) => void }
}

/** Pause after which a dialog has given the focus back, where what it was opened from is still there (ms). */
const focusMs = 100

/**
 * Change many rows: a menu for the selection, the dialog with the plan, and the offer to undo it. Rows that were changed are no longer
 * selected once the dialog is closed, so that the next act does not meet them by accident; those that failed still are, to be tried again.
 */
export function useBulk<Row extends { uuid: string }>(options: {
  actsOf: (row: Row) => readonly Act[]
  nameOf: (row: Row) => string
  revert: Revert | undefined
  again: () => void
  list: Selecting
}): { menu: (rows: readonly Row[]) => ReactNode; dialog: ReactNode; notice: ReactNode } {
  const { actsOf, nameOf, revert, again, list } = options
  const [asked, setAsked] = useState<{ act: Act; rows: readonly Row[] } | null>(null)
  const [last, setLast] = useState<Batch | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const { isOpen, deselect } = useDeselect(list, asked !== null)
  const note = (batch: Batch) => {
    again()
    setLast(batch)
    if (revert) lastBatch.value = { kind: revert.kind, batch }
    // Take the rows off the selection here where it went on after its dialog was closed.
    if (!isOpen()) deselect(batch)
  }
  const close = () => {
    setAsked(null)
    if (!last) return
    deselect(last)
    // Give the focus to the list, as the button that opened the dialog goes with the selection.
    setTimeout(() => giveFocus(place.current), focusMs)
  }
  const selectAgain = (rows: readonly string[]) => list.select.rows(new Set(rows))
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
          onPress: () => {
            setLast(null)
            setAsked({ act, rows })
          },
        }))}
      />
    ),
    dialog: asked && (
      <BulkDialog {...asked} actsOf={actsOf} nameOf={nameOf} onDone={note} onClose={close} />
    ),
    notice: (
      <div ref={place} className={styles.place}>
        {revert ? (
          <UndoNotice revert={revert} again={again} selectAgain={selectAgain} />
        ) : (
          last &&
          !asked && (
            <Notice
              kind="done"
              action={
                <After batch={last} selectAgain={selectAgain} onDismiss={() => setLast(null)} />
              }
            >
              {sayResult(last)}
            </Notice>
          )
        )}
      </div>
    ),
  }
}

/** Take the rows of a batch out of the selection of the moment, which may have changed while the batch went on. */
function useDeselect(list: Selecting, open: boolean) {
  const now = useRef({ list, open })
  useLayoutEffect(() => {
    now.current = { list, open }
  })
  return {
    isOpen: () => now.current.open,
    deselect: ({ rows }: Batch) => {
      const { selection, select } = now.current.list
      const changed = new Set(rows)
      select.rows(new Set([...selection.ids].filter((id) => !changed.has(id))))
    },
  }
}

/** Give the focus to the first button of a notice where it is lost. */
function giveFocus(place: HTMLElement | null): void {
  if (document.activeElement === document.body) place?.querySelector('button')?.focus()
}

function sayResult({ label, rows, isOrder }: Batch): string {
  const said = { act: label, count: rows.length }
  return t(isOrder ? 'record.bulkOrdered' : 'record.bulkResult', said)
}

/** Offer what may follow a batch: its rows once more, and no more of this notice. */
function After(props: {
  batch: Batch
  selectAgain: (rows: readonly string[]) => void
  onDismiss: () => void
}) {
  return (
    <>
      <Button kind="plain" onClick={() => props.selectAgain(props.batch.rows)}>
        {t('record.selectAgain')}
      </Button>{' '}
      <Button kind="plain" icon="close" iconOnly onClick={props.onDismiss}>
        {t('parts.dismiss')}
      </Button>
    </>
  )
}

/** Offer for ten minutes to take the last batch back, from the log of each of its records. */
function UndoNotice(props: {
  revert: Revert
  again: () => void
  selectAgain: (rows: readonly string[]) => void
}) {
  const { revert, again, selectAgain } = props
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
          <After
            batch={mine}
            selectAgain={selectAgain}
            onDismiss={() => (lastBatch.value = null)}
          />
        </>
      }
    >
      {sayResult(mine)} {t('record.undoUntil', { at: localTime(mine.at + undoMs, 'time') })}
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
