import type { ReactNode } from 'react'
import type { ShownComment } from '../../../../../domain/rules/well-comment.ts'
import { t } from '../../../../i18n/intl.ts'
import { Badge } from '../../../../parts/badge/Badge.tsx'
import { localTime } from '../../../../state/local-time.ts'
import styles from './Comments.module.css'

/** List comments on wells, oldest first, with who wrote each and when; of a removed one who removed it, and why. */
export function CommentList(props: {
  comments: readonly ShownComment[]
  /** Draws the well of a comment; left out where all are about one well. */
  well?: (well: string) => ReactNode
  /** Draws the acts on a comment. */
  acts?: (comment: ShownComment) => ReactNode
}) {
  return (
    <ol className={styles.list}>
      {props.comments.map((comment) => (
        <li
          key={comment.uuid}
          className={styles.comment}
          data-removed={comment.removed !== undefined}
        >
          <div className={styles.head}>
            {props.well?.(comment.well)}
            {comment.target && <bdi>{comment.target}</bdi>}
            <bdi className={styles.author}>{comment.user_name ?? t('comments.you')}</bdi>
            {comment.at ? (
              <time dateTime={comment.at}>{localTime(comment.at)}</time>
            ) : (
              <Badge tone="warning">{t('comments.waiting')}</Badge>
            )}
            <span className={styles.acts}>{props.acts?.(comment)}</span>
          </div>
          <CommentText comment={comment} />
        </li>
      ))}
    </ol>
  )
}

function CommentText({ comment: { text, removed } }: { comment: ShownComment }) {
  if (!removed) {
    return (
      <p className={styles.text} dir="auto">
        {text}
      </p>
    )
  }
  const { user_name: name, at, reason } = removed
  return <p className={styles.gone}>{t('comments.removed', { name, at: localTime(at), reason })}</p>
}
