import { useCallback, useId, useState } from 'react'
import { type RecipeVersion, recipeCalls } from '../../../domain/calls/recipes.ts'
import { call } from '../../client/call.ts'
import { download } from '../../state/download.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { localTime } from '../../state/local-time.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { DifferenceTable } from './DifferenceTable.tsx'
import { FigureTable } from './FigureTable.tsx'
import { findRecipeDifferences } from './find-recipe-differences.ts'
import { KeptComparisons } from './KeptComparisons.tsx'
import styles from './RecipeVersions.module.css'
import { findFigureDifferences } from './say-figure.ts'
import { VersionBadge } from './VersionBadge.tsx'

/** List the versions of a recipe with who wrote and approved them, and compare any two in laboratory words. */
export function RecipeVersions({ recipe }: { recipe: string }) {
  const load = useCallback(
    (signal: AbortSignal) => call(recipeCalls.versions, { params: { id: recipe } }, { signal }),
    [recipe],
  )
  const { value, failure } = useAnswer(load)
  if (failure.length > 0) return <Notice kind="warning">{failure.join(' ')}</Notice>
  if (!value) return <Progress label={t('parts.loading')} />
  return (
    <div className={styles.part}>
      <ul className={styles.list} aria-label={t('versions.title')}>
        {value.map((one) => (
          <Version key={one.version} recipe={recipe} version={one} />
        ))}
      </ul>
      {value.length > 1 && <Comparison versions={value} />}
    </div>
  )
}

function Version({ recipe, version: one }: { recipe: string; version: RecipeVersion }) {
  const { signature, evidence, comparisons } = one.release ?? {}
  const figures = figuresOf(one)
  const time = sayTime(one)
  return (
    <li>
      <p className={styles.head}>
        {t('versions.number', { version: one.version })} <VersionBadge state={one.state} />
      </p>
      <p className={styles.quiet}>
        {t('versions.written')} {sayPerson(one.written_by, one.written_at)}
      </p>
      {one.asked && (
        <Notice kind="warning" title={t('versions.asked')}>
          <p>
            <bdi>{one.asked.reason}</bdi>
          </p>
          <p>{sayPerson(one.asked.by, one.asked.at)}</p>
        </Notice>
      )}
      {signature && (
        <p className={styles.quiet}>
          {t('versions.approvedBy')} {sayPerson(signature.printed_name, signature.at)}
        </p>
      )}
      {time && (
        <p className={styles.quiet}>
          {t('versions.time')} {time}
        </p>
      )}
      {evidence && (
        <p className={styles.evidence}>
          {t('versions.evidence')}: <bdi>{evidence}</bdi>
        </p>
      )}
      {figures.length > 0 && <FigureTable figures={figures} />}
      {comparisons && <KeptComparisons comparisons={comparisons} />}
      <PrintButton recipe={recipe} version={one.version} />
    </li>
  )
}

/** Offer a version as a PDF, in the reader's language. */
function PrintButton({ recipe: id, version }: { recipe: string; version: number }) {
  const [busy, setBusy] = useState(false)
  const print = async () => {
    setBusy(true)
    const parts = { params: { id }, query: { version: String(version) } }
    await download(recipeCalls.print, parts, `method-v${version}.pdf`).catch(() => undefined)
    setBusy(false)
  }
  return (
    <div>
      <Button icon="download" busy={busy} onClick={() => void print()}>
        {t('versions.print', { version })}
      </Button>
    </div>
  )
}

const figuresOf = ({ release, figures = [] }: RecipeVersion) => [
  ...(release?.figures ?? []),
  ...figures,
]

const sayPerson = (name: string, at: string) => t('versions.by', { name, at: localTime(at) })

/** Say when a version is, was or will be in force; empty for one that never was. */
function sayTime({ effective_at: from, superseded_at: to, release }: RecipeVersion): string {
  if (from && to) return t('versions.span', { from: localTime(from), to: localTime(to) })
  if (from) return t('versions.since', { from: localTime(from) })
  const day = release?.effective_from
  return day ? t('versions.fromDay', { from: localTime(day) }) : ''
}

/** Compare two versions, at first the newest and the one before it. */
function Comparison({ versions }: { versions: readonly RecipeVersion[] }) {
  const [newest, second] = versions
  const [earlier, setEarlier] = useState(String(second?.version))
  const [later, setLater] = useState(String(newest?.version))
  const title = useId()
  const find = (number: string) => versions.find(({ version }) => String(version) === number)
  const [before, after] = [find(earlier), find(later)]
  const choices = versions.map(({ version, state }) => ({
    value: String(version),
    label: t('versions.choice', { version, state: t(`versions.state.${state}`) }),
  }))
  return (
    <section className={styles.part} aria-labelledby={title}>
      <h3 id={title}>{t('versions.compare')}</h3>
      <div className={styles.choices}>
        <SelectField
          label={t('versions.earlier')}
          value={earlier}
          choices={choices}
          onChange={setEarlier}
        />
        <SelectField
          label={t('versions.later')}
          value={later}
          choices={choices}
          onChange={setLater}
        />
      </div>
      {before && after && (
        <DifferenceTable
          label={t('versions.compare')}
          before={t('versions.number', { version: before.version })}
          after={t('versions.number', { version: after.version })}
          differences={[
            ...findRecipeDifferences(before, after),
            ...findFigureDifferences(figuresOf(before), figuresOf(after)),
          ]}
        />
      )}
    </section>
  )
}
