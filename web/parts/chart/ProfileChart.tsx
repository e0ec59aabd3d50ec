import { useId, useRef } from 'react'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import styles from './ProfileChart.module.css'
import type { ProfileFrame, ProfilePoint } from './profile.ts'
import {
  frameProfile,
  listDegrees,
  listMinutes,
  markRadius,
  placeProfile,
  profileMargins,
  readProfileAt,
  spreadMarks,
  traceProfile,
} from './profile.ts'
import { useElementSize } from './use-chart-room.ts'

/** A stretch of the profile with a name: `Amplification, 40 cycles`. */
export type ProfilePhase = { from: number; to: number; label: string }

/** Event at a moment of the profile; its number links it to its description elsewhere. */
export type ProfileMark = { seconds: number; number: number; label: string; isFault?: boolean }

export type ProfileChartProps = {
  label: string
  /** Description of the profile, in words. */
  summary: string
  points: readonly ProfilePoint[]
  phases?: readonly ProfilePhase[]
  /** Seconds run so far; null before the start. */
  doneSeconds?: number | null
  /** The temperature measured now, where it is known; else the profile's own. */
  celsius?: number | null
  marks?: readonly ProfileMark[]
  /** Axis labels with units. */
  xLabel: string
  yLabel: string
}

/** Draw a thermal profile: the finished part bold, the rest faint, with a mark for now. */
export function ProfileChart(props: ProfileChartProps) {
  const { points, phases = [], marks = [], doneSeconds = null, label, summary } = props
  const room = useRef<HTMLDivElement>(null)
  const clip = useId()
  const { width, height } = useElementSize(room)
  const frame = frameProfile(points, width, height)
  const path = traceProfile(frame, points)
  const done =
    doneSeconds === null ? 0 : placeProfile(frame, { seconds: doneSeconds, celsius: 0 }).x
  return (
    <figure className={styles.profile} dir="ltr">
      <figcaption className="visually-hidden">{summary}</figcaption>
      <div ref={room} className={styles.room}>
        {width > 0 && (
          <svg width={width} height={height} role="img" aria-label={label}>
            <clipPath id={clip}>
              <rect x={0} y={0} width={Math.max(0, done)} height={height} />
            </clipPath>
            <Phases frame={frame} phases={phases} />
            <Axes frame={frame} xLabel={props.xLabel} yLabel={props.yLabel} />
            <path className={styles.planned} d={path} />
            <path className={styles.done} d={path} clipPath={`url(#${clip})`} />
            <Marks frame={frame} marks={marks} />
            {doneSeconds !== null && (
              <Here frame={frame} points={points} seconds={doneSeconds} celsius={props.celsius} />
            )}
          </svg>
        )}
      </div>
    </figure>
  )
}

function Phases({ frame, phases }: { frame: ProfileFrame; phases: readonly ProfilePhase[] }) {
  const bottom = frame.height - profileMargins.bottom
  return phases.map((phase, at) => {
    const left = placeProfile(frame, { seconds: phase.from, celsius: 0 }).x
    const right = placeProfile(frame, { seconds: phase.to, celsius: 0 }).x
    return (
      <g key={at} className={styles.phase} data-odd={at % 2 === 1 || undefined}>
        <title>{phase.label}</title>
        <rect
          x={left}
          y={profileMargins.top}
          width={right - left}
          height={bottom - profileMargins.top}
        />
        {right - left > phase.label.length * 7 && (
          <text x={left + 4} y={bottom - 5}>
            {phase.label}
          </text>
        )}
      </g>
    )
  })
}

function Axes(props: { frame: ProfileFrame; xLabel: string; yLabel: string }) {
  const { frame } = props
  const bottom = frame.height - profileMargins.bottom
  const right = frame.width - profileMargins.right
  return (
    <g className={styles.axes}>
      {listDegrees(frame).map((celsius) => {
        const { y } = placeProfile(frame, { seconds: 0, celsius })
        return (
          <g key={celsius}>
            <line x1={profileMargins.left} x2={right} y1={y} y2={y} />
            <text x={profileMargins.left - 6} y={y + 4} textAnchor="end">
              {formatNumber(celsius)}
            </text>
          </g>
        )
      })}
      {listMinutes(frame.seconds, frame.width / 70).map((minute) => {
        const { x } = placeProfile(frame, { seconds: minute * 60, celsius: 0 })
        return (
          <text key={minute} x={x} y={bottom + 15} textAnchor="middle">
            {formatNumber(minute)}
          </text>
        )
      })}
      <text x={right} y={frame.height - 2} textAnchor="end">
        {props.xLabel}
      </text>
      <text x={0} y={9}>
        {props.yLabel}
      </text>
    </g>
  )
}

function Marks({ frame, marks }: { frame: ProfileFrame; marks: readonly ProfileMark[] }) {
  const bottom = frame.height - profileMargins.bottom
  return spreadMarks(frame, marks).map(({ mark, x, at }) => (
    <g key={mark.number} className={styles.mark} data-fault={mark.isFault || undefined}>
      <title>{mark.label}</title>
      <line x1={x} x2={x} y1={profileMargins.top} y2={bottom} />
      <circle cx={at} cy={profileMargins.top - markRadius} r={markRadius} />
      <text x={at} y={profileMargins.top - markRadius + 4} textAnchor="middle">
        {formatNumber(mark.number)}
      </text>
    </g>
  ))
}

function Here(props: {
  frame: ProfileFrame
  points: readonly ProfilePoint[]
  seconds: number
  celsius: number | null | undefined
}) {
  const { frame, points, seconds } = props
  const celsius = props.celsius ?? readProfileAt(points, seconds)
  if (celsius === null) return null
  const { x, y } = placeProfile(frame, { seconds: Math.min(seconds, frame.seconds), celsius })
  return (
    <g className={styles.here}>
      <title>{t('parts.chart.here')}</title>
      <line x1={x} x2={x} y1={profileMargins.top} y2={frame.height - profileMargins.bottom} />
      <circle cx={x} cy={y} r={6} />
    </g>
  )
}
