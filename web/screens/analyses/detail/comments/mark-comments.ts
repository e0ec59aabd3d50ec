import type { CartridgeType } from '../../../../../domain/catalog/cartridges.ts'
import { type ShownComment, standingComments } from '../../../../../domain/rules/well-comment.ts'
import { wellIndex } from '../../../../../domain/rules/well.ts'
import { t } from '../../../../i18n/intl.ts'
import type { WellLook } from '../../../../parts/plate/Well.tsx'

/** Mark the wells that have comments, and say so in their labels. */
export function markComments(
  looks: readonly WellLook[],
  comments: readonly ShownComment[] | undefined,
  shape: Pick<CartridgeType, 'rows' | 'columns'>,
): WellLook[] {
  const marked = [...looks]
  const byWell = Map.groupBy(standingComments({ comments }), ({ well }) => wellIndex(shape, well))
  for (const [index, own] of byWell) {
    const look = marked[index]
    if (!look) continue
    const label = `${look.label}, ${t('comments.count', { count: own.length })}`
    marked[index] = { ...look, noted: true, label }
  }
  return marked
}

/** Write the comments on a well in lines of their own, each with its author. */
export function sayComments(comments: readonly ShownComment[]): string {
  return comments
    .map(({ text, user_name: name, target }) => {
      return [name ?? t('comments.you'), target].filter(Boolean).join(', ') + `: ${text}`
    })
    .join('\n')
}
