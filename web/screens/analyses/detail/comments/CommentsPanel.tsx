import { useSignals } from '@preact/signals-react/runtime'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { analysisCalls } from '../../../../../domain/calls/analysis.ts'
import { cartridges } from '../../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import {
  commentsOf,
  mayRemoveComment,
  type ShownComment,
} from '../../../../../domain/rules/well-comment.ts'
import { wellIndex, wellName } from '../../../../../domain/rules/well.ts'
import { call } from '../../../../client/call.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { EmptyState } from '../../../../parts/empty/EmptyState.tsx'
import { mode } from '../../../../state/mode.ts'
import { resyncRecords } from '../../../../state/records.ts'
import { account } from '../../../../state/session.ts'
import { useAddress } from '../../../../use-address.ts'
import type { Picked } from '../curves/use-picked.ts'
import detail from '../Detail.module.css'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { CommentForm } from './CommentForm.tsx'
import { CommentList } from './CommentList.tsx'
import styles from './Comments.module.css'
import { keepItem } from '../../../../keep-item.ts'

/** Show the comments on the wells of an analysis, and a form for another one. */
export function CommentsPanel(props: {
  record: Analysis
  /** Reason why nothing can be written; null if it can. */
  refusal: string | null
  picked: Pick<Picked, 'selected' | 'onSelect'> | undefined
}) {
  useSignals()
  const { record, refusal, picked } = props
  const panel = useRef<HTMLDivElement>(null)
  const { well, setWell, text, setText } = useComment(props, panel)
  const [removed, setRemoved] = useState<ShownComment | null>(null)
  const shape = cartridges[record.cartridge_type]
  const comments = commentsOf(record)
  const who = account.value
  const noService = mode.value.state === 'offline' ? t('refusal.offline') : null
  const show = (name: string) => {
    setWell(name)
    picked?.onSelect(new Set([wellIndex(shape, name)]))
  }
  const acts = (comment: ShownComment) =>
    refusal === null &&
    who &&
    mayRemoveComment(comment, who) && (
      <Button
        kind="plain"
        icon="trash"
        iconOnly
        disabledReason={noService}
        onClick={() => setRemoved(comment)}
      >
        {t('comments.remove')}
      </Button>
    )
  return (
    <div ref={panel} className={styles.panel}>
      {comments.length === 0 ? (
        <EmptyState title={t('comments.none')} icon="message">
          {t('comments.none.hint')}
        </EmptyState>
      ) : (
        <CommentList
          comments={comments}
          well={(name) => (
            <Button onClick={() => show(name)} aria-label={t('comments.show', { well: name })}>
              <bdi dir="ltr">{name}</bdi>
            </Button>
          )}
          acts={acts}
        />
      )}
      {refusal === null ? (
        <CommentForm record={record} well={well} onWell={setWell} text={text} onText={setText} />
      ) : (
        <p className={detail.quiet}>{refusal}</p>
      )}
      {removed && (
        <ReasonDialog
          record={record}
          decision="removeComment"
          title={t('comments.remove.title')}
          text={t('comments.remove.text')}
          action={t('comments.remove')}
          danger
          onClose={() => setRemoved(null)}
          onDecide={async (reason) => {
            const body = { comment_uuid: removed.uuid, reason }
            await call(analysisCalls.removeComment, { params: { id: record.uuid }, body })
            resyncRecords()
            setRemoved(null)
          }}
        />
      )}
    </div>
  )
}

/** A comment that is not sent yet, with the well that it is about. */
interface Draft {
  text: string
  well: string
}

/** Keep what is typed while another tab of the page is looked at, or the page is loaded again; for one account. */
function useDraft(uuid: string) {
  const key = `comment-${account.peek()?.uuid}-${uuid}`
  const [draft, setDraft] = useState((): Draft => {
    const [well = '', ...text] = (sessionStorage.getItem(key) ?? '').split('\n')
    return { well, text: text.join('\n') }
  })
  const keep = (next: Draft) => {
    setDraft(next)
    if (next.text === '') sessionStorage.removeItem(key)
    else keepItem(key, `${next.well}\n${next.text}`, sessionStorage)
  }
  return [draft, keep] as const
}

/** Keep the next comment: its text, and the well that it is about. */
function useComment(
  props: Parameters<typeof CommentsPanel>[0],
  panel: RefObject<HTMLDivElement | null>,
) {
  const [draft, keep] = useDraft(props.record.uuid)
  const [well, follow] = useWell(props, panel, draft)
  const setWell = (next: string) => {
    follow(next)
    keep({ text: draft.text, well: next })
  }
  return { well, setWell, text: draft.text, setText: (text: string) => keep({ text, well }) }
}

/**
 * Keep the well that the next comment is about: the one that is selected on the plate, or that the address names, which a
 * message links to and the menu of a well sets. Once text is typed, a press on another well to look at it changes nothing.
 */
function useWell(
  { record, picked }: Parameters<typeof CommentsPanel>[0],
  panel: RefObject<HTMLDivElement | null>,
  draft: Draft,
) {
  const { search, change } = useAddress()
  const shape = cartridges[record.cartridge_type]
  const named = search.get('well') ?? ''
  const [only, ...more] = picked?.selected ?? []
  const selected = only === undefined || more.length > 0 ? '' : wellName(shape, only)
  const [well, setWell] = useState(named || (draft.text === '' ? selected : draft.well))
  const isWriting = draft.text !== ''
  const onSelect = picked?.onSelect
  useEffect(() => {
    if (selected !== '' && !isWriting) setWell(selected)
  }, [selected, isWriting])
  useEffect(() => {
    if (named === '') return
    const index = wellIndex(shape, named)
    if (index >= 0) {
      setWell(named)
      onSelect?.(new Set([index]))
    }
    panel.current?.scrollIntoView({ block: 'nearest' })
    // Forget the well, which is named once: the selection goes on from there.
    change({ well: null })
  }, [named, shape, onSelect, change, panel])
  return [well, setWell] as const
}
