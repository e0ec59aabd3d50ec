import { useEffect, useMemo, useState } from 'react'
import { formatNumber } from '../../i18n/format.ts'
import { Button } from '../../parts/button/Button.tsx'
import { BarChart } from '../../parts/chart/BarChart.tsx'
import { CurveChart } from '../../parts/chart/CurveChart.tsx'
import type { CurveTool } from '../../parts/chart/curve-events.ts'
import { Scrubber } from '../../parts/chart/Scrubber.tsx'
import type { CurveLine } from '../../parts/chart/curve-line.ts'
import { ProfileChart } from '../../parts/chart/ProfileChart.tsx'
import { Segments } from '../../parts/form/Segments.tsx'
import { ContextMenu } from '../../parts/menu/ContextMenu.tsx'
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
const xAxis = { label: 'Cycle', start: [1, cycles] } as const
const yAxis = { label: 'Fluorescence (a.u.)' }

export function ChartSamples() {
  return (
    <>
      <CurveSample />
      <LinkedSamples />
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
          marks={[
            { seconds: 640, number: 1, label: 'Lid opened' },
            { seconds: 660, number: 2, label: 'Lid closed' },
            { seconds: 1100, number: 3, label: 'Error of the device', isFault: true },
          ]}
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

/** Show curves with all their tools. */
function CurveSample() {
  const [logY, setLogY] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [level, setLevel] = useState(900)
  const [cycle, setCycle] = useState(cycles)
  const [dual, setDual] = useState(false)
  const [tool, setTool] = useState<CurveTool>('box')
  const [band, setBand] = useState<readonly [number, number]>([3, 12])
  const [part, setPart] = useState<readonly [number, number] | null>(null)
  const [limits, setLimits] = useState<readonly [number, number] | undefined>()
  const [moment, setMoment] = useState<number | null>(null)
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null)
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
        axis: dual && line.id.endsWith('-1') ? 'right' : undefined,
      })),
    [chosen, cycle, dual],
  )
  const thresholds = useMemo(() => [thresholdAt(level)], [level])
  return (
    <>
      <div className={styles.line}>
        <CheckField label="Logarithmic" checked={logY} onChange={setLogY} />
        <CheckField label="Dual axis" checked={dual} onChange={setDual} />
        <Segments label="Dragging" value={tool} choices={tools} onChange={setTool} />
        <Button onClick={() => setCycle(1)}>Play</Button>
      </div>
      <div className={styles.chart}>
        <CurveChart
          label="Made-up curves"
          summary="384 made-up curves over 40 cycles."
          lines={lines}
          x={part ? { ...xAxis, domain: part } : xAxis}
          y={{ ...yAxis, domain: limits }}
          y2={dual ? { label: 'Second channel (a.u.)' } : undefined}
          logY={logY}
          thresholds={thresholds}
          band={band}
          cursor={moment ?? cycle}
          veil={moment !== null}
          tool={tool}
          onBand={setBand}
          onZoom={setPart}
          onLimits={(axis, next) => {
            const ends = next === 'fit' ? null : next
            if (axis === 'x') setPart(ends)
            else setLimits(ends ?? undefined)
          }}
          onIsolate={(id) => setChosen(new Set([id]))}
          onMenu={(_, at) => setMenu(at)}
          describePoint={(id, index) => `Curve ${id}, cycle ${index + 1}`}
          onSelect={(ids, mode) =>
            setChosen(new Set(mode === 'replace' ? ids : [...chosen, ...ids]))
          }
          onThreshold={(_, value) => setLevel(value)}
        />
      </div>
      <Scrubber
        label="Made-up moment"
        points={cycles}
        at={moment}
        text={(at) => `Cycle ${at}`}
        onMove={setMoment}
      />
      {menu && (
        <SampleMenu at={menu} onNone={() => setChosen(new Set())} onClose={() => setMenu(null)} />
      )}
    </>
  )
}

const tools = (['box', 'lasso', 'zoom'] as const).map((one) => ({ value: one, label: one }))

function thresholdAt(value: number) {
  const label = `FAM ${formatNumber(value, 0)}`
  return { id: 'one', value, label, color: '#0072B2', draggable: true, handle: true }
}

function SampleMenu(props: {
  at: { x: number; y: number }
  onNone: () => void
  onClose: () => void
}) {
  return (
    <ContextMenu
      label="Made-up actions"
      at={props.at}
      items={[
        { id: 'none', label: 'Select none', icon: 'eye', onPress: props.onNone },
        {
          id: 'not',
          label: 'Not to be had',
          disabledReason: 'Nothing is kept here',
          onPress: () => undefined,
        },
      ]}
      onClose={props.onClose}
    />
  )
}

const halves = ['0', '1'].map((channel) =>
  all.filter(({ id }) => id.endsWith(`-${channel}`)).slice(0, 24),
)

/** Show two charts under one cross-hair: a point in one is marked in the other. */
function LinkedSamples() {
  const [at, setAt] = useState<{ curve: string; x: number } | null>(null)
  return (
    <div className={styles.fields}>
      {halves.map((lines, half) => (
        <div className={styles.profile} key={half}>
          <CurveChart
            label={`Made-up half ${half + 1}`}
            summary="24 made-up curves over 40 cycles."
            lines={lines}
            x={xAxis}
            y={yAxis}
            crosshair={at?.x}
            hoverId={at && `${at.curve}-${half}`}
            onHover={(point) =>
              setAt(point && { curve: point.id.replace(/-\d$/, ''), x: point.index + 1 })
            }
          />
        </div>
      ))}
    </div>
  )
}
