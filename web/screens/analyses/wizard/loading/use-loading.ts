import { useEffect, useMemo, useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import type { CartridgeType } from '../../../../../domain/catalog/cartridges.ts'
import { wellName } from '../../../../../domain/rules/well.ts'
import { t } from '../../../../i18n/intl.ts'
import type { Draft } from '../../../../state/draft.ts'
import {
  changeLoading,
  loading,
  type LoadingOrder,
  openLoading,
} from '../../../../state/loading.ts'
import { codeText } from '../../../../../domain/codes/read-code.ts'
import {
  doneWells,
  isDone,
  judgeLabel,
  listSteps,
  type LoadStep,
  markStep,
  nextOpen,
} from './list-steps.ts'

export interface LoadingGuide {
  steps: readonly LoadStep[]
  /** Position of the step that is due; past the last one when all is loaded. */
  current: number
  loaded: ReadonlySet<number>
  order: LoadingOrder
  /** Message about the last scan or undo; null where none is needed. */
  said: { kind: 'warning' | 'info'; text: string } | null
  finish: () => void
  undo: () => void
  goTo: (step: number) => void
  chooseOrder: (order: LoadingOrder) => void
  /** @param isDoubtful some of it may be missing: then it finishes no step. */
  readLabel: (text: string, isDoubtful?: boolean) => void
  restart: () => void
}

/** Lead through the cartridge step by step; what is done is kept with the plan in this browser. */
export function useLoading(draft: Draft, shape: CartridgeType): LoadingGuide {
  useSignals()
  openLoading(draft.uuid)
  const { order, done, started_at } = loading.value
  const samples = draft.layout.present
  const steps = useMemo(() => listSteps(samples, shape, order), [samples, shape, order])
  const loaded = useMemo(() => doneWells(samples, shape, done), [samples, shape, done])
  const first = nextOpen(steps, loaded)
  const [chosen, setChosen] = useState<number | null>(null)
  const [said, setSaid] = useState<LoadingGuide['said']>(null)
  const current = chosen ?? (first < 0 ? steps.length : first)
  useEffect(() => {
    if (started_at === null) changeLoading({ started_at: Date.now() })
  }, [started_at])
  const mark = (step: LoadStep, isLoaded: boolean) => {
    changeLoading({ done: markStep(done, step, samples, { shape, loaded: isLoaded }) })
  }
  const finish = () => {
    const step = steps[current]
    setSaid(null)
    if (!step) return
    mark(step, true)
    const ahead = nextOpen(steps, new Set([...loaded, ...step.wells]), current + 1)
    setChosen(ahead < 0 ? steps.length : ahead)
  }
  return {
    steps,
    current,
    loaded,
    order,
    said,
    finish,
    undo() {
      const last = lastDone(steps, loaded, current)
      const step = steps[last]
      if (!step) return
      mark(step, false)
      setChosen(last)
      const wells = step.wells.map((well) => wellName(shape, well)).join(', ')
      setSaid({ kind: 'info', text: t('loading.undone', { wells }) })
    },
    goTo(step) {
      setSaid(null)
      setChosen(step)
    },
    chooseOrder(next) {
      setChosen(null)
      setSaid(null)
      changeLoading({ order: next })
    },
    readLabel(text, isDoubtful = false) {
      const name = codeText(text)
      if (isDoubtful) {
        setSaid({ kind: 'warning', text: t('wizard.scanned.misread', { code: name }) })
        return
      }
      const judged = judgeLabel(name, steps, current, loaded)
      if (judged.kind === 'due') return finish()
      if (judged.kind === 'other') setChosen(judged.step)
      const key = `loading.label.${judged.kind}` as const
      setSaid({ kind: 'warning', text: t(key, { name }) })
    },
    restart() {
      setChosen(0)
      setSaid(null)
      changeLoading({ done: {}, started_at: Date.now() })
    },
  }
}

/** Find the step that undo takes back: the nearest done one before this, going round once; -1 when none is. */
function lastDone(
  steps: readonly LoadStep[],
  loaded: ReadonlySet<number>,
  current: number,
): number {
  for (let back = 1; back <= steps.length; back += 1) {
    const index = (current - back + steps.length) % steps.length
    if (isDone(steps[index], loaded)) return index
  }
  return -1
}
