import type { CartridgeType } from '../../../domain/catalog/cartridges.ts'
import type { Sample } from '../../../domain/entities/analysis.ts'
import type { CallName } from '../../../domain/results.ts'
import { wellIndex } from '../../../domain/rules/well.ts'
import { controlSign } from '../sample/sample-look.ts'
import { formatCq } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { WellLook } from '../../parts/plate/Well.tsx'
import type { ResultChange } from '../../../domain/rules/diff-results.ts'

const shapes: Readonly<Record<CallName, string>> = {
  detected: '⬤',
  not_detected: '◯',
  review: '◆',
  invalid: '▲',
}

/** Return the look of each well of a plate in a difference, by its index; unchanged wells are faint. */
export function diffLooks(
  samples: readonly Sample[],
  shape: Pick<CartridgeType, 'rows' | 'columns'>,
  changes: readonly ResultChange[],
  isBrief = false,
): WellLook[] {
  const owners = new Map(
    samples.flatMap((sample) => sample.coordinates.map((well) => [well, sample] as const)),
  )
  const looks: WellLook[] = Array.from({ length: shape.rows * shape.columns }, () => ({
    label: t('parts.plate.empty'),
    quiet: true,
  }))
  for (const [well, { name, sample_type }] of owners) {
    const index = wellIndex(shape, well)
    if (index < 0) continue
    const label = `${name}, ${t('diff.same')}`
    looks[index] = { label, fill: 'var(--sunken)', control: controlSign(sample_type) }
  }
  for (const [well, own] of Map.groupBy(changes, (change) => change.well)) {
    const index = wellIndex(shape, well)
    if (index < 0) continue
    const moved = own.find(({ callChanged }) => callChanged)
    looks[index] = {
      ...looks[index],
      label: [
        owners.get(well)?.name ?? '',
        ...(isBrief ? sayBriefly(own) : own.map(changeText)),
      ].join(', '),
      fill: moved ? '#f0c98a' : 'var(--accent-soft)',
      badge: moved?.after ? shapes[moved.after.call] : undefined,
      mark: moved ? undefined : 'var(--accent)',
      ring: moved ? 'var(--warning)' : undefined,
    }
  }
  return looks
}

/** Say which calls change; of Cqs that move no number. */
function sayBriefly(changes: readonly ResultChange[]): string[] {
  const calls = changes.filter(({ callChanged }) => callChanged)
  if (calls.length === 0) return [t('diff.legend.cq')]
  const word = (side: ResultChange['before']) => (side ? t(`call.${side.call}`) : '–')
  return calls.map(({ target, before, after }) =>
    t('diff.well', { target, before: word(before), after: word(after) }),
  )
}

/** Describe one change: `hlyA: detected 24.10, then review 36.20`. */
function changeText({ target, before, after }: ResultChange): string {
  return t('diff.well', { target, before: sideText(before), after: sideText(after) })
}

function sideText(side: ResultChange['before']): string {
  if (!side) return '–'
  const call = t(`call.${side.call}`)
  return side.cq === null ? call : `${call} ${formatCq(side.cq)}`
}
