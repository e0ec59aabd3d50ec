import type { ReactNode } from 'react'
import type { RunTopic, TargetTopic } from './say-evaluation.ts'
import styles from './SettingPicture.module.css'

const growth = 'M10 62 C52 62 60 60 70 42 S84 16 116 14'
const later = 'M10 62 C74 62 82 60 92 44 S104 24 116 20'
const flat = 'M10 62 C40 60 70 63 116 61'

const across = (y: number) => <path className={styles.limit} d={`M10 ${y}H116`} />
const upright = (x: number) => <path className={styles.limit} d={`M${x} 8V66`} />
const band = (x: number, width: number) => (
  <rect className={styles.band} x={x} y={8} width={width} height={58} />
)
const curve = (d: string) => <path className={styles.curve} d={d} />
const other = (d: string) => <path className={styles.other} d={d} />
const dots = (...places: readonly (readonly [x: number, y: number])[]) =>
  places.map(([x, y]) => <circle key={`${x} ${y}`} className={styles.dot} cx={x} cy={y} r={3} />)
const otherDots = (...places: readonly (readonly [x: number, y: number])[]) =>
  places.map(([x, y]) => <circle key={`${x} ${y}`} className={styles.hollow} cx={x} cy={y} r={3} />)

const all = (...parts: readonly ReactNode[]) => parts.map((part, at) => <g key={at}>{part}</g>)

const baseline = <rect className={styles.band} x={14} y={54} width={34} height={12} />
const tangent = <path className={styles.limit} d="M60 62L82 18" />

/** A small drawing of each setting, without words. */
const drawings: Record<TargetTopic | RunTopic, ReactNode> = {
  identity: all(other(later), curve(growth)),
  limits: all(band(92, 14), curve(growth), upright(30), upright(106)),
  threshold: all(curve(growth), across(42), dots([70, 42])),
  cq: all(baseline, curve(growth), across(42), dots([70, 42])),
  melt: all(band(56, 18), curve('M10 62C50 62 56 12 65 12S80 62 116 62'), dots([65, 12])),
  assay: curve('M10 63H24V61H38V57H52V49H66V33H80V12H94'),
  reference: all(curve(growth), other('M10 58 C52 58 60 54 70 34 S84 10 116 9'), across(36)),
  compensation: all(
    <path className={styles.band} d="M42 64C52 56 58 40 62 36C68 42 74 56 86 64Z" />,
    curve('M10 64C36 64 38 14 48 14S64 64 96 64'),
    other('M30 64C58 64 62 22 76 22S92 64 116 64'),
  ),
  thresholds: all(
    curve(growth),
    across(42),
    <rect className={styles.box} x={14} y={12} width={26} height={18} rx={3} />,
    <path className={styles.other} d="M18 26h6l4-8h8" />,
  ),
  ntc: all(band(98, 18), curve(growth), other(flat), other('M10 63H92C102 62 106 54 116 46')),
  positive: all(band(58, 24), curve(growth), across(42), dots([70, 42])),
  internal: all(other(flat), curve(growth)),
  replicates: all(
    band(62, 16),
    curve(growth),
    other('M10 62 C48 62 56 60 66 42 S80 16 116 13'),
    other('M10 62 C56 62 64 60 74 42 S88 16 116 16'),
  ),
  quantification: all(other('M16 14L110 58'), dots([24, 18], [48, 29], [72, 40], [96, 52])),
  genotypes: all(
    dots([24, 16], [30, 22], [21, 24], [98, 56], [104, 50], [92, 52]),
    otherDots([66, 26], [72, 32], [62, 34]),
  ),
  variables: all(
    <rect className={styles.box} x={16} y={14} width={36} height={16} rx={3} />,
    <rect className={styles.band} x={62} y={14} width={44} height={16} rx={3} />,
    <rect className={styles.box} x={16} y={40} width={36} height={16} rx={3} />,
    <rect className={styles.band} x={62} y={40} width={44} height={16} rx={3} />,
  ),
}

/** Drawings of single choices of a setting, where they look different. */
const variants: Readonly<Record<string, ReactNode>> = {
  'assay.isothermal': all(
    curve('M10 62C40 62 44 58 52 40S64 18 92 16'),
    <path className={styles.other} d="M104 28a9 9 0 1 0 .1 0M104 31v6h5" />,
  ),
  'cq.second_derivative': all(
    baseline,
    curve(growth),
    other('M10 62C44 62 50 62 57 34C62 20 64 62 72 64C80 66 96 62 116 62'),
    dots([60, 54]),
  ),
  'cq.cy0': all(baseline, curve(growth), tangent, dots([60, 62])),
  'cq.take_off': all(baseline, curve(growth), dots([50, 60])),
  'cq.consensus': all(
    baseline,
    curve(growth),
    otherDots([50, 60], [60, 54], [70, 42]),
    upright(60),
  ),
  'quantification.relative': all(
    <path className={styles.box} d="M20 66V44H40V66M52 66V16H72V66M84 66V54H104V66" />,
    across(44),
  ),
}

const withoutAxes: readonly (TargetTopic | RunTopic)[] = ['variables']

/** Draw what a setting does to a curve. Its words are beside it. */
export function SettingPicture(props: {
  topic: TargetTopic | RunTopic
  /** The choice that is made, such as a Cq method. */
  variant?: string | undefined
}) {
  const { topic, variant } = props
  return (
    <svg className={styles.picture} viewBox="0 0 122 72" aria-hidden="true">
      {!withoutAxes.includes(topic) && <path className={styles.axes} d="M8 6V66H118" />}
      {variants[`${topic}.${variant}`] ?? drawings[topic]}
    </svg>
  )
}
