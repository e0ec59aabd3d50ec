import { useEffect, useMemo, useState } from 'react'
import { formatNumber } from '../../i18n/format.ts'
import { Button } from '../../parts/button/Button.tsx'
import { BarChart } from '../../parts/chart/BarChart.tsx'
import { CurveChart } from '../../parts/chart/CurveChart.tsx'
import type { CurveLine } from '../../parts/chart/curve-line.ts'
import { ProfileChart } from '../../parts/chart/ProfileChart.tsx'
import { CheckField } from '../../parts/form/CheckField.tsx'
import styles from './Gallery.module.css'
import { makeCurves, makeDays, makeProfile } from './made-up.ts'

const cycles = 40
const all = makeCurves(96, 4, cycles)
const profile = makeProfile()
const days = makeDays(30)
const daySeries = [
  { name: 'One kind', color: 'var(--accent)' },
  { name: 'Another', color: 'var(--review)' },
]
const xAxis = { label: 'Cycle', domain: [1, cycles] } as const
const yAxis = { label: 'Fluorescence (a.u.)' }

export function ChartSamples() {
  const [logY, setLogY] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [level, setLevel] = useState(900)
  const [cycle, setCycle] = useState(cycles)
  useEffect(() => {
    if (cycle >= cycles) return
    const timer = setTimeout(() => setCycle(cycle + 1), 250)
    return () => clearTimeout(timer)
  }, [cycle])
  const lines = useMemo(
    (): CurveLine[] =>
      all.map((line) => ({
        ...line,
        values: line.values instanceof Float64Array ? line.values.subarray(0, cycle) : line.values,
        weight: chosen.size === 0 ? 'normal' : chosen.has(line.id) ? 'strong' : 'dim',
      })),
    [chosen, cycle],
  )
  const thresholds = useMemo(
    () => [
      {
        id: 'one',
        value: level,
        label: `FAM ${formatNumber(level, 0)}`,
        color: '#0072B2',
        draggable: true,
      },
    ],
    [level],
  )
  return (
    <>
      <div className={styles.line}>
        <CheckField label="Logarithmic" checked={logY} onChange={setLogY} />
        <Button onClick={() => setCycle(1)}>Play</Button>
      </div>
      <div className={styles.chart}>
        <CurveChart
          label="Made-up curves"
          summary="384 made-up curves over 40 cycles."
          lines={lines}
          x={xAxis}
          y={yAxis}
          logY={logY}
          thresholds={thresholds}
          band={[3, 12]}
          cursor={cycle}
          describePoint={(id, index) => `Curve ${id}, cycle ${index + 1}`}
          onSelect={(ids, mode) =>
            setChosen(new Set(mode === 'replace' ? ids : [...chosen, ...ids]))
          }
          onThreshold={(_, value) => setLevel(value)}
        />
      </div>
      <div className={styles.profile}>
        <ProfileChart
          label="Made-up profile"
          summary="Forty cycles between 60 and 95 °C."
          points={profile}
          phases={[
            { from: 0, to: 150, label: 'Hold' },
            { from: 150, to: 2520, label: 'Amplification' },
            { from: 2520, to: 2860, label: 'Melt' },
          ]}
          doneSeconds={1200}
          xLabel="Time (min)"
          yLabel="Temperature (°C)"
        />
      </div>
      <BarChart
        label="Made-up columns"
        summary="Thirty days with two kinds of things."
        columns={days}
        series={daySeries}
      />
    </>
  )
}
