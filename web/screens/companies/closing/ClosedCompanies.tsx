import { useState } from 'react'
import { closingCalls } from '../../../../domain/calls/closings.ts'
import type { Closing } from '../../../../domain/entities/closing.ts'
import { readErasedParts } from '../../../../domain/trail/erasure.ts'
import { call } from '../../../client/call.ts'
import { saveFile } from '../../../client/save-file.ts'
import { hasText, t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { ReasonDialog } from '../../../record/ReasonDialog.tsx'
import { minute } from '../../../state/clock.ts'
import { localTime } from '../../../state/local-time.ts'
import { account } from '../../../state/session.ts'
import { showToast } from '../../../state/toasts.ts'
import styles from '../Companies.module.css'
import { ConfirmByName } from '../../../record/ConfirmByName.tsx'

type Open = { do: 'reopen' | 'ask' | 'withdraw' | 'erase' | 'proof'; closing: Closing }

/** List the companies that are closed or erased: opened again within the waiting time, erased after it, with the proof. */
export function ClosedCompanies(props: { closings: readonly Closing[]; onChanged: () => void }) {
  const { closings, onChanged } = props
  const [open, setOpen] = useState<Open | null>(null)
  if (closings.length === 0) return null
  const close = () => setOpen(null)
  return (
    <details className={styles.section}>
      <summary>
        {t('closing.title')} ({closings.length})
      </summary>
      {closings.map((closing) => (
        <Line key={closing.uuid} closing={closing} onOpen={setOpen} />
      ))}
      {open?.do === 'reopen' && (
        <ReasonDialog
          ask={{
            title: t('closing.reopenTitle', { name: open.closing.name }),
            text: t('closing.reopenText'),
            submit: t('closing.reopen'),
            reason: 'due',
          }}
          send={async (opId, reason) => {
            const parts = { params: { id: open.closing.uuid }, body: { reason } }
            const { ended, name } = await call(closingCalls.reopen, parts, { opId })
            showToast('done', t('closing.reopened', { name }))
            if (ended?.lost) showToast('warning', t('closing.lost', { name }))
            onChanged()
          }}
          onClose={close}
        />
      )}
      {open?.do === 'withdraw' && (
        <ReasonDialog
          ask={{
            title: t('closing.withdrawTitle', { name: open.closing.name }),
            text: t('closing.withdrawText'),
            submit: t('closing.withdraw'),
            reason: 'due',
          }}
          send={async (opId, reason) => {
            const parts = { params: { id: open.closing.uuid }, body: { reason } }
            await call(closingCalls.withdrawErasure, parts, { opId })
            showToast('done', t('closing.withdrawn'))
            onChanged()
          }}
          onClose={close}
        />
      )}
      {(open?.do === 'ask' || open?.do === 'erase') && (
        <EraseDialog
          closing={open.closing}
          isAsking={open.do === 'ask'}
          onDone={onChanged}
          onClose={close}
        />
      )}
      {open?.do === 'proof' && <ProofDialog closing={open.closing} onClose={close} />}
    </details>
  )
}

function Line({ closing, onOpen }: { closing: Closing; onOpen: (open: Open) => void }) {
  const { name, user_name, created_at, reason, erase_from, status, ended, erasure } = closing
  return (
    <div className={styles.line}>
      <span>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className={styles.quietLine}>
          {t('closing.by', { name: user_name, at: localTime(created_at, 'date'), reason })}
          {' · '}
          {status === 'closed' && t('closing.until', { at: localTime(erase_from, 'date') })}
          {status === 'erased' &&
            ended &&
            t('closing.erasedBy', { name: ended.by_name, at: localTime(ended.at, 'date') })}
        </span>
        {status === 'closed' && erasure && (
          <span className={styles.quietLine}>
            {t('closing.askedBy', {
              name: erasure.by_name,
              at: localTime(erasure.at, 'date'),
              reason: erasure.reason,
            })}
          </span>
        )}
      </span>
      <span className={styles.acts}>
        {status === 'closed' && (
          <>
            <Button icon="refresh" onClick={() => onOpen({ do: 'reopen', closing })}>
              {t('closing.reopen')}
            </Button>
            <ErasureActs closing={closing} onOpen={onOpen} />
          </>
        )}
        {status === 'erased' && (
          <Button icon="certificate" onClick={() => onOpen({ do: 'proof', closing })}>
            {t('closing.proof')}
          </Button>
        )}
      </span>
    </div>
  )
}

/** Offer the request, or to the other administrator the erasing itself: it takes two people. */
function ErasureActs({ closing, onOpen }: { closing: Closing; onOpen: (open: Open) => void }) {
  const { erase_from, erasure } = closing
  if (!erasure) {
    const isDue = Date.parse(erase_from) <= minute.value
    return (
      <Button
        icon="trash"
        disabledReason={isDue ? null : t('closing.until', { at: localTime(erase_from, 'date') })}
        onClick={() => onOpen({ do: 'ask', closing })}
      >
        {t('closing.ask')}
      </Button>
    )
  }
  const isOwn = erasure.by === account.value?.uuid
  return (
    <>
      {!erasure.confirmed && (
        <Button icon="undo" onClick={() => onOpen({ do: 'withdraw', closing })}>
          {t('closing.withdraw')}
        </Button>
      )}
      <Button
        icon="trash"
        disabledReason={isOwn ? t('closing.bySecond') : null}
        onClick={() => onOpen({ do: 'erase', closing })}
      >
        {t('closing.erase')}
      </Button>
    </>
  )
}

/** Erase a company for ever, or ask another person to, with its name typed once more and a reason. */
function EraseDialog(props: {
  closing: Closing
  isAsking: boolean
  onDone: () => void
  onClose: () => void
}) {
  const { closing, isAsking, onDone, onClose } = props
  const { uuid, name } = closing
  return (
    <ConfirmByName
      name={name}
      title={t(isAsking ? 'closing.askTitle' : 'closing.eraseTitle', { name })}
      submit={t(isAsking ? 'closing.ask' : 'closing.erase')}
      send={async (body, opId) => {
        const row = isAsking ? closingCalls.askErasure : closingCalls.erase
        await call(row, { params: { id: uuid }, body }, { opId })
        showToast('done', t(isAsking ? 'closing.asked' : 'closing.erased', { name }))
        onDone()
      }}
      onClose={onClose}
    >
      {isAsking && <p>{t('closing.askText')}</p>}
      <p>{t('closing.eraseText')}</p>
    </ConfirmByName>
  )
}

/** Show what was erased of a company and what stays, and offer the signed note. */
function ProofDialog({ closing, onClose }: { closing: Closing; onClose: () => void }) {
  const { name, note } = closing
  const parts = readErasedParts(note ?? '')
  const save = () =>
    saveFile(
      { bytes: new TextEncoder().encode(note ?? ''), type: 'text/plain' },
      `${closing.company_uuid} erasure.note`,
    )
  return (
    <Dialog
      open
      size="medium"
      title={t('closing.proofTitle', { name })}
      onClose={onClose}
      actions={
        <Button icon="download" kind="primary" onClick={save}>
          {t('closing.save')}
        </Button>
      }
    >
      <table className={styles.proof}>
        <thead>
          <tr>
            <th scope="col">{t('closing.kind')}</th>
            <th scope="col">{t('closing.count')}</th>
            <th scope="col">SHA-256</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ kind, count, hash }) => (
            <tr key={kind}>
              <th scope="row">{nameKind(kind)}</th>
              <td>{count}</td>
              <td className={styles.hash}>
                <code dir="ltr">{hash}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t('closing.stays')}</p>
    </Dialog>
  )
}

/** Name a kind of record as the audit trail does; one of another version by its word. */
function nameKind(kind: string): string {
  const key = `trail.kind.${kind}`
  if (kind === 'file') return t('closing.files')
  return hasText(key) ? t(key) : kind
}
