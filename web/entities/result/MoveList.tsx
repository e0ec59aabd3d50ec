import { countMoves, type ResultChange } from '../../../domain/rules/diff-results.ts'
import { t } from '../../i18n/intl.ts'
import styles from './Diff.module.css'

/** Count the changed results by their calls before and after. */
export function MoveList({ changes }: { changes: readonly ResultChange[] }) {
  const moves = countMoves(changes)
  if (moves.length === 0) return null
  const name = (call: (typeof moves)[number]['from']) => (call ? t(`call.${call}`) : '–')
  return (
    <ul className={styles.moves}>
      {moves.map(({ from, to, count }) => (
        <li key={`${from} ${to}`}>{t('diff.move', { count, from: name(from), to: name(to) })}</li>
      ))}
    </ul>
  )
}
