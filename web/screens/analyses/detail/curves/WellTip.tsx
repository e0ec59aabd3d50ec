import { displayName, wavelengths } from '../../../../../domain/catalog/wavelengths.ts'
import { formatCelsius, formatNumber } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { formatSignal, sayCrossing } from '../../../../entities/result/trace-text.ts'
import type { ShownComment } from '../../../../../domain/rules/well-comment.ts'
import { sayComments } from '../comments/mark-comments.ts'
import { DyeLine } from './DyeLine.tsx'
import type { PointFacts } from './point-facts.ts'
import styles from './WellTip.module.css'
import { dyeColour } from '../../../../entities/sample/dye-colour.ts'

/** Show facts of a point: sample, well and moment, and the objective and value of each channel of the well. */
export function WellTip({
  facts,
  comments,
}: {
  facts: PointFacts
  comments: readonly ShownComment[]
}) {
  const { sample, well, x, mode, channels } = facts
  return (
    <div className={styles.tip}>
      <strong>{sample ?? well}</strong>
      <span className={styles.quiet}>
        <bdi dir="ltr">{well}</bdi>
        {' · '}
        {mode === 'VAL'
          ? formatCelsius(x)
          : mode === 'AMP'
            ? t('chart.point.minute', { minute: formatNumber(x, 1), cycle: facts.index + 1 })
            : t('chart.point.cycle', { cycle: facts.index + 1 })}
      </span>
      <table className={styles.values}>
        <tbody>
          {channels.map(({ channel, objectives, value, cq, isTime, pointed }) => (
            <tr key={channel} data-pointed={pointed || undefined}>
              <td>
                <DyeLine color={dyeColour(channel)} dash={wavelengths[channel].LineStyle} />
              </td>
              <th scope="row">{displayName(channel)}</th>
              <td className={styles.objectives}>{objectives.join(', ')}</td>
              <td className={styles.number}>{value === null ? '–' : formatSignal(value)}</td>
              {facts.hasCq && (
                <td className={styles.number}>{cq === undefined ? '' : sayCrossing(cq, isTime)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {comments.length > 0 && (
        <p className={styles.comments} dir="auto">
          {sayComments(comments)}
        </p>
      )}
    </div>
  )
}
