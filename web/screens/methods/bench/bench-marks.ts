import type { Evaluation } from '../../../../domain/entities/evaluation-recipe.ts'
import type { RunDetail } from '../../../../workers/method-bench.ts'
import type { BenchStep } from '../../../../workers/bench-step.ts'
import { dyeColour } from '../../../entities/sample/dye-colour.ts'
import { formatSignal } from '../../../entities/result/trace-text.ts'
import { t } from '../../../i18n/intl.ts'
import type { Threshold } from '../../../parts/chart/draw-overlay.ts'

/**
 * Return the thresholds of a target by the draft and by the method in force, in this order: two lines where they differ. That of
 * the draft can be dragged, where the target has one.
 */
export function listThresholds(
  target: string,
  {
    inForce,
    draft,
    isOwn = false,
  }: {
    inForce: Evaluation
    draft: Evaluation
    /** No method is in force: `inForce` is the one that the run ran with. */
    isOwn?: boolean
  },
  steps: RunDetail['steps'] | null,
): Threshold[] {
  const is = findThreshold(target, draft, steps?.draft ?? null)
  const was = findThreshold(target, inForce, steps?.inForce ?? null)
  const channel = draft.targets.find(({ name }) => name === target)?.channel
  const marks: Threshold[] = []
  if (was !== null && was !== is) {
    marks.push({
      id: `in force ${target}`,
      value: was,
      label: t(isOwn ? 'bench.threshold.asRun' : 'bench.threshold.inForce', {
        value: formatSignal(was),
      }),
      color: 'var(--text-quiet)',
    })
  }
  if (is !== null && channel) {
    const both = isOwn ? 'bench.threshold.bothRun' : 'bench.threshold.both'
    const key = was === is ? both : 'bench.threshold.draft'
    marks.push({
      id: target,
      value: is,
      label: t(key, { value: formatSignal(is) }),
      color: dyeColour(channel),
      draggable: true,
      handle: true,
    })
  }
  return marks
}

/** Return a target's threshold in most wells; null where nothing says it. */
function findThreshold(
  name: string,
  { targets }: Evaluation,
  step: BenchStep | null,
): number | null {
  const at = targets.findIndex((one) => one.name === name)
  const rule = targets[at]
  if (!rule) return null
  // Draw the value of a drag before the workers answer.
  if (rule.threshold.method === 'fixed') return rule.threshold.value
  return step && findUsual(step, at)
}

/** Return the threshold that most wells of a target have: a mix may have its own. */
function findUsual({ thresholds, wells }: BenchStep, at: number): number | null {
  const counts = new Map<number, number>()
  for (const value of thresholds.subarray(at * wells, (at + 1) * wells)) {
    if (Number.isFinite(value)) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1])
  return most?.[0] ?? null
}
