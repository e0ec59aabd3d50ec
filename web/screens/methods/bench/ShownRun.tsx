import { useEffect, useMemo, useState } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { ResultChange } from '../../../../domain/rules/diff-results.ts'
import { wellIndex } from '../../../../domain/rules/well.ts'
import type { BenchLayers, MethodPair } from '../../../../workers/method-bench.ts'
import { DiffPlate } from '../../../entities/result/DiffPlate.tsx'
import { DiffTable } from '../../../entities/result/DiffTable.tsx'
import { t } from '../../../i18n/intl.ts'
import { Segments } from '../../../parts/form/Segments.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { useAddress } from '../../../use-address.ts'
import { BenchChart } from './BenchChart.tsx'
import { listThresholds } from './bench-marks.ts'
import type { BenchRun } from './bench-run.ts'
import styles from './MethodBench.module.css'
import type { RunAnswer } from './use-bench.ts'

const none: readonly ResultChange[] = []
const scales = ['log', 'curve'] as const
/** The list follows a drag when it rests: its 200 lines cost more than a frame, and nobody reads them as they change. */
const restMs = 150

/** Show one run by both evaluations: its plate, the curves of a target, and each result that differs. */
export function ShownRun(props: {
  run: BenchRun
  pair: MethodPair
  answer: RunAnswer | null
  layers: BenchLayers | null
  onThreshold: ((target: string, value: number) => void) | null
}) {
  const { run, pair, answer, layers, onThreshold } = props
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const { search, change } = useAddress()
  const { targets } = pair.draft
  const wanted = search.get('target')
  const target = targets.find(({ name }) => name === wanted)?.name ?? targets[0]?.name ?? ''
  // Draw on a logarithm, on which alone thresholds are far apart.
  const scale = search.get('scale') === 'curve' ? 'curve' : 'log'
  const detail = answer?.comparison?.detail ?? null
  const changes = detail?.changes ?? none
  const steps = detail?.steps ?? null
  const { draft } = pair
  const isOwn = pair.inForce === null
  const inForce = pair.inForce ?? run.method.evaluation
  const thresholds = useMemo(
    () => listThresholds(target, { inForce, draft, isOwn }, steps),
    [target, inForce, draft, isOwn, steps],
  )
  return (
    <section className={styles.shown} aria-label={run.name}>
      <div className={styles.plate}>
        <DiffPlate
          record={run}
          changes={changes}
          selected={selected}
          onSelect={setSelected}
          isBrief
        />
      </div>
      <div className={styles.curves}>
        <div className={styles.bar}>
          <SelectField
            label={t('bench.target')}
            value={target}
            choices={targets.map(({ name }) => ({ value: name, label: name }))}
            onChange={(name) => change({ target: name })}
          />
          <Segments
            label={t('chart.kind')}
            value={scale}
            choices={scales.map((value) => ({ value, label: t(`chart.show.${value}`) }))}
            onChange={(value) => change({ scale: value === 'curve' ? value : null })}
          />
        </div>
        {layers && (
          <BenchChart
            {...{ run, pair, target, layers, changes, thresholds, selected, onThreshold }}
            isLog={scale === 'log'}
            onSelect={setSelected}
          />
        )}
      </div>
      <ChangeList
        {...{ run, changes, selected }}
        isKnown={detail !== null}
        before={t(isOwn ? 'bench.asRun' : 'bench.inForce')}
      />
    </section>
  )
}

/** List each change with its reason, of the selected wells where there are any. It is updated when a drag rests. */
function ChangeList(props: {
  run: BenchRun
  changes: readonly ResultChange[]
  selected: ReadonlySet<number>
  isKnown: boolean
  before: string
}) {
  const { run, selected, isKnown, before } = props
  const { value: changes, isResting } = useRested(props.changes)
  const shape = cartridges[run.cartridge_type]
  const own = useMemo(
    () =>
      selected.size === 0
        ? changes
        : changes.filter(({ well }) => selected.has(wellIndex(shape, well))),
    [changes, selected, shape],
  )
  if (!isKnown) return null
  return (
    <div className={styles.changes} aria-busy={!isResting}>
      {changes.length === 0 ? (
        <p className={styles.quiet}>{t('bench.same')}</p>
      ) : (
        <DiffTable changes={own} before={before} after={t('bench.draft')} />
      )}
    </div>
  )
}

/** Return a value once it has rested, the first at once. `isResting` is false as long as a newer one waits. */
function useRested<Value>(newest: Value): { value: Value; isResting: boolean } {
  const [value, setValue] = useState(newest)
  useEffect(() => {
    const timer = setTimeout(() => setValue(newest), restMs)
    return () => clearTimeout(timer)
  }, [newest])
  return { value, isResting: value === newest }
}
