import type { CSSProperties } from 'react'
import { useMemo, useState } from 'react'
import { mostWells } from '../../../../domain/catalog/cartridges.ts'
import { channelOfDye } from '../../../../domain/catalog/dyes.ts'
import { curveOf, temperaturesOf } from '../../../../workers/curves/readings.ts'
import {
  type ImportedCurves,
  type ImportedRun,
  sampleTypeOf,
} from '../../../../workers/files/imported-run.ts'
import { listMinutes } from '../../../curves/cycle-times.ts'
import { t } from '../../../i18n/intl.ts'
import { CurveChart } from '../../../parts/chart/CurveChart.tsx'
import type { ChartAxis } from '../../../parts/chart/geometry.ts'
import type { CurveLine } from '../../../parts/chart/curve-line.ts'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { Segments } from '../../../parts/form/Segments.tsx'
import { PlateGrid } from '../../../parts/plate/PlateGrid.tsx'
import type { WellLook } from '../../../parts/plate/Well.tsx'
import { dyeColour } from '../../../entities/sample/dye-colour.ts'
import { plateRoom } from '../../../parts/plate/plate-room.ts'
import { shortName } from '../../../entities/sample/short-name.ts'
import { controlSign, sampleBadges, sampleTypeFills } from '../../../entities/sample/sample-look.ts'
import styles from './Import.module.css'

type Phase = 'amplification' | 'melt'

/** Show plate and curves of an imported run; wells chosen on the plate are bold in the curves. */
export function RunPicture({ run }: { run: ImportedRun }) {
  const { amplification, melt, plate, minutesPerReading: minutes } = run
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [phase, setPhase] = useState<Phase>('amplification')
  const curves = phase === 'melt' ? melt : (amplification ?? melt)
  const lines = useMemo(
    () => (curves ? makeLines(curves, { phase, minutes, selected }) : []),
    [curves, phase, minutes, selected],
  )
  const looks = useMemo(() => drawWells(run), [run])
  const drawn = plate.rows * plate.columns <= mostWells && plate.labels === 'letters'
  return (
    <div className={styles.picture} data-plate={drawn || undefined}>
      {drawn && (
        <div style={tightRoom(plate)}>
          <PlateGrid
            rows={plate.rows}
            columns={plate.columns}
            label={t('import.plateOf', { name: run.name })}
            wellLook={(well) => looks[well]!}
            selected={selected}
            onSelect={setSelected}
          />
        </div>
      )}
      <div className={styles.chart}>
        {amplification && melt && (
          <Segments
            label={t('import.phase')}
            value={phase}
            choices={[
              { value: 'amplification', label: t('import.phase.amplification') },
              { value: 'melt', label: t('import.phase.melt') },
            ]}
            onChange={setPhase}
          />
        )}
        {curves ? (
          <CurveChart
            label={t(`import.phase.${phase}`)}
            summary={t('chart.summary', {
              curves: lines.length,
              channels: curves.readings.channels.join(', '),
              points: curves.readings.points,
            })}
            lines={lines}
            x={axisOf(phase, minutes)}
            y={{ label: t('import.signal') }}
          />
        ) : (
          <EmptyState icon="curve" title={t('import.noCurves')} />
        )}
      </div>
    </div>
  )
}

/** Return the room for the plate as on the page, but let a plate of many wells shrink beside the curves of a dialog. */
function tightRoom(plate: ImportedRun['plate']): CSSProperties {
  const least = plate.columns > 12 ? { '--well-least': 'var(--well-tiny)' } : {}
  return { ...plateRoom(plate), ...least } as CSSProperties
}

function axisOf(phase: Phase, minutes: number | undefined): ChartAxis {
  if (phase === 'melt') return { label: t('chart.temperature') }
  return minutes === undefined
    ? { label: t('chart.cycle'), isWhole: true }
    : { label: t('chart.minutes') }
}

function makeLines(
  { readings }: ImportedCurves,
  shown: { phase: Phase; minutes: number | undefined; selected: ReadonlySet<number> },
): CurveLine[] {
  const { phase, minutes, selected } = shown
  const times = minutes === undefined ? undefined : listMinutes(minutes, readings.points)
  const lines: CurveLine[] = []
  for (const [channel, name] of readings.channels.entries()) {
    const known = channelOfDye(name)
    const color = known ? dyeColour(known) : 'var(--accent)'
    for (let well = 0; well < readings.wells; well++) {
      const values = curveOf(readings, channel, well)
      if (values.every(Number.isNaN)) continue
      const aside = selected.size > 0 && !selected.has(well)
      lines.push({
        id: `${channel}|${well}`,
        values,
        x: phase === 'melt' ? temperaturesOf(readings, well) : times,
        color: aside ? 'var(--line-strong)' : color,
        weight: selected.size === 0 ? 'normal' : aside ? 'dim' : 'strong',
      })
    }
  }
  return lines
}

function drawWells({ plate, wells }: ImportedRun): WellLook[] {
  const looks: WellLook[] = Array.from({ length: plate.rows * plate.columns }, () => ({
    label: t('parts.plate.empty'),
    quiet: true,
  }))
  for (const { well, sample, sampleType } of wells) {
    const type = sampleTypeOf[sampleType]
    looks[well] = {
      label: t('plate.sample', { name: sample || '–', type: t(`sample.type.${type}`) }),
      fill: sampleTypeFills[type],
      badge: sampleBadges[type],
      control: controlSign(type),
      caption: shortName(sample, plate, 2),
      name: sample,
    }
  }
  return looks
}
