import { type ReactNode, useState } from 'react'
import { Fault } from '../../domain/fault.ts'
import { fetchFaultTexts, faultText } from '../i18n/faults.ts'
import { t } from '../i18n/intl.ts'
import { Notice } from '../parts/notice/Notice.tsx'
import { type ListedLine, sortByLine } from './list-lines.ts'
import styles from './Record.module.css'

/** Rows that are drawn; those with a problem come first, so that none of them is missed. */
const drawn = 100

/** Show the lines of a list before it is written, with the problems of each. */
export function ListPreview<Row extends ListedLine>(props: {
  label: string
  rows: readonly Row[]
  /** Headings of the list that name no column. */
  unread: readonly string[]
  columns: readonly { id: string; header: string; cell: (row: Row) => ReactNode }[]
}) {
  const { label, rows, columns } = props
  const [bad, good] = [
    rows.filter(({ problems }) => problems.length > 0),
    rows.filter(({ problems }) => problems.length === 0),
  ]
  const shown = [...bad, ...good].slice(0, drawn)
  // Leave out an empty column, which would take the room that names need.
  const hasProblems = bad.length > 0
  return (
    <>
      <UnreadColumns headings={props.unread} />
      <div className={styles.listRoom} role="region" aria-label={label} tabIndex={0}>
        <table className={styles.listTable}>
          <thead>
            <tr>
              <th scope="col">{t('record.line')}</th>
              {hasProblems && <th scope="col">{t('record.problem')}</th>}
              {columns.map(({ id, header }) => (
                <th key={id} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.line} data-wrong={row.problems.length > 0 || undefined}>
                <td>{row.line}</td>
                {hasProblems && (
                  <td className={styles.listProblem}>
                    {row.problems.map((one) => faultText(one)).join(' ')}
                  </td>
                )}
                {columns.map(({ id, cell }) => (
                  <td key={id}>{cell(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length > shown.length && (
          <p>{t('record.moreLines', { count: rows.length - shown.length })}</p>
        )}
      </div>
    </>
  )
}

/** Name the headings of a list that no column has: nobody should miss what was below them. */
function UnreadColumns({ headings }: { headings: readonly string[] }) {
  if (headings.length === 0) return null
  return (
    <Notice kind="warning">{t('record.unreadColumns', { columns: headings.join(', ') })}</Notice>
  )
}

type Lines = ReturnType<typeof sortByLine>['lines']

/**
 * Have the service judge a list before anything is written, and sort what it refuses to the lines.
 * @param given.name of the list in the body. `refused` is the reason that leads to the table.
 */
export function useListCheck<Row extends ListedLine>(
  rows: readonly Row[],
  body: object,
  given: {
    name: string
    refused: 'lots_refused' | 'people_refused'
    ask: () => Promise<unknown>
  },
): { judged: readonly Row[]; check: () => Promise<void> } {
  const [refused, setRefused] = useState<{ of: string; lines: Lines } | null>(null)
  // Keep the verdict for the list that was sent, not for a later one.
  const lines = refused?.of === JSON.stringify(body) ? refused.lines : null
  const judged = lines
    ? rows.map((one, at) => ({ ...one, problems: [...one.problems, ...(lines.get(at) ?? [])] }))
    : rows
  /** @throws Fault with what belongs to no line, or one that leads to the table. */
  const check = async () => {
    try {
      await given.ask()
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      await fetchFaultTexts(error)
      const { lines: found, others } = sortByLine(given.name, error.details)
      setRefused({ of: JSON.stringify(body), lines: found })
      const [first, ...rest] = others
      if (first) throw new Fault([first, ...rest])
      throw new Fault('refused', 'Lines with a problem', { reason: given.refused })
    }
  }
  return { judged, check }
}
