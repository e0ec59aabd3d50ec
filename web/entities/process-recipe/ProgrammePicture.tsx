import { memo, type PointerEvent as Pointer, useMemo } from 'react'
import { wavelengths } from '../../../domain/catalog/wavelengths.ts'
import { processLimits } from '../../../domain/entities/process-recipe.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import styles from './ProgrammePicture.module.css'
import {
  type Bar,
  type Bracket,
  type DrawnStep,
  layOutProgramme,
  pictureRoom,
  type ProgrammeLayout,
  topOf,
} from '../../../domain/rules/programme-layout.ts'
import { sayCelsius, sayChange, sayHold, sayStep } from './say-step.ts'

/** Edge that is dragged: the top edge of a bar is its temperature, the right one its duration. */
export type Edge = 'temperature' | 'duration'

/** Handlers to edit the picture; without them it is read only. */
export interface PictureControl {
  selected: number | null
  /** The step that Tab leads to. */
  focusable: number
  /** Steps with a problem. */
  faulty: ReadonlySet<number>
  readOnly: boolean
  onSelect: (at: number) => void
  onGrasp: (event: Pointer<SVGElement>, bar: Bar, edge: Edge) => void
}

/**
 * The steps of a programme as they are written: bars as high as their temperature and as wide as their duration, loops as
 * brackets below them, marks where something is read.
 */
export const ProgrammePicture = memo(function ProgrammePicture(props: {
  label: string
  steps: readonly DrawnStep[]
  /** Width (px) to fit in. */
  room?: number
  control?: PictureControl
}) {
  const { label, steps, room, control } = props
  const layout = useMemo(() => layOutProgramme(steps, room), [steps, room])
  const { width, height } = layout
  return (
    <svg
      className={styles.picture}
      {...(control ? { width, height, role: 'group' } : { role: 'img' })}
      data-fitted={control ? undefined : true}
      viewBox={`0 0 ${width} ${height}`}
      aria-label={control ? label : `${label}: ${steps.map(sayStep).join('; ')}`}
      direction="ltr"
    >
      <Scale layout={layout} />
      {layout.bars.map((bar, index) => (
        <g key={bar.at}>
          <Ramp from={layout.bars[index - 1]} to={bar} />
          <BarShape
            bar={bar}
            step={steps[bar.at] as DrawnStep}
            floor={layout.floor}
            {...partOf(bar.at, control)}
          />
        </g>
      ))}
      {layout.brackets.map((bracket) => (
        <BracketShape
          key={bracket.at}
          bracket={bracket}
          floor={layout.floor}
          step={steps[bracket.at] as DrawnStep}
          {...partOf(bracket.at, control)}
        />
      ))}
    </svg>
  )
})

/** Draw a programme to look at only, as wide as its place: laid out for that width, so that its words keep their size. */
export function FittedPicture(props: {
  label: string
  steps: readonly DrawnStep[]
  /** Width in px of the space for it; by default that of a panel. */
  room?: number
}) {
  return (
    <div className={styles.fitted}>
      <ProgrammePicture room={366} {...props} />
    </div>
  )
}

const degrees = [20, 40, 60, 80, 100]

function Scale({ layout: { width, floor } }: { layout: ProgrammeLayout }) {
  const { left } = pictureRoom
  return (
    <g className={styles.scale} aria-hidden="true">
      <text x={4} y={16}>
        °C
      </text>
      {degrees.map((celsius) => (
        <g key={celsius}>
          <line x1={left - 6} x2={width} y1={topOf(celsius)} y2={topOf(celsius)} />
          <text x={left - 10} y={topOf(celsius) + 4} textAnchor="end">
            {formatNumber(celsius)}
          </text>
        </g>
      ))}
      <line className={styles.floor} x1={left - 6} x2={width} y1={floor} y2={floor} />
    </g>
  )
}

/** Draw the temperature change of the block from one bar to the next. */
function Ramp({ from, to }: { from: Bar | undefined; to: Bar }) {
  if (!from) return null
  return (
    <line
      className={styles.ramp}
      x1={from.left + from.width}
      x2={to.left}
      y1={from.top}
      y2={to.top}
    />
  )
}

/** The part of the control that concerns one step: an unchanged step is not drawn again. */
interface ShapeControl {
  isSelected: boolean
  isFocusable: boolean
  isFaulty: boolean
  readOnly: boolean
  onSelect: PictureControl['onSelect'] | undefined
  onGrasp: PictureControl['onGrasp'] | undefined
}

function partOf(at: number, control: PictureControl | undefined): ShapeControl {
  return {
    isSelected: control?.selected === at,
    isFocusable: control?.focusable === at,
    isFaulty: control?.faulty.has(at) ?? false,
    readOnly: control?.readOnly ?? true,
    onSelect: control?.onSelect,
    onGrasp: control?.onGrasp,
  }
}

/** Make a step something that the keyboard reaches: a slider of its temperature, or of how often a loop is repeated. */
function stepProps(at: number, step: DrawnStep, control: ShapeControl) {
  const { onSelect } = control
  if (!onSelect) return {}
  const limits = step.type === 'loop' ? processLimits.repeat : processLimits.temperature
  const now = step.type === 'loop' ? step.repeat : step.type === 'lidOpen' ? null : step.temperature
  const name = t('methods.step', { number: at + 1 })
  return {
    'data-at': at,
    'data-selected': control.isSelected || undefined,
    'data-faulty': control.isFaulty || undefined,
    tabIndex: control.isFocusable ? 0 : -1,
    onFocus: () => onSelect(at),
    onPointerDown: () => onSelect(at),
    ...(step.type === 'lidOpen'
      ? { role: 'img', 'aria-label': `${name}: ${sayStep(step)}` }
      : {
          role: 'slider',
          'aria-label': name,
          'aria-valuemin': limits.min,
          'aria-valuemax': limits.max,
          'aria-valuenow': now ?? limits.min,
          'aria-valuetext': sayStep(step),
          'aria-readonly': control.readOnly || undefined,
        }),
  } as const
}

type ShapeProps = ShapeControl & { step: DrawnStep; floor: number }

/** Places are laid out again with each change: compared by what they say. */
function isSame<Place extends object, Props extends ShapeProps>(name: string) {
  return (before: Props, after: Props): boolean =>
    Object.keys(after).every((key) => {
      const [a, b] = [before, after].map((props) => (props as Record<string, unknown>)[key])
      if (key !== name) return a === b
      const place = a as Record<string, unknown>
      return Object.entries(b as Place).every(([own, value]) => place[own] === value)
    })
}

const BarShape = memo(function BarShape(props: ShapeProps & { bar: Bar }) {
  const { bar, step, floor, onGrasp } = props
  const { left, top, width, kind, measure, change } = bar
  const middle = left + width / 2
  const height = floor - top
  return (
    <g className={styles.bar} data-kind={kind} {...stepProps(bar.at, step, props)}>
      <rect className={styles.body} x={left} y={top} width={width} height={height} rx={3} />
      <line className={styles.edge} x1={left} x2={left + width} y1={top} y2={top} />
      {kind !== 'lidOpen' && (
        <text className={styles.celsius} x={middle} y={top - 8} textAnchor="middle">
          {sayCelsius(numberOf(step, 'temperature'))}
        </text>
      )}
      <text x={middle} y={floor + 16} textAnchor="middle">
        {kind === 'temperature' ? sayHold(numberOf(step, 'duration')) : ''}
      </text>
      {kind !== 'temperature' && <Sign kind={kind} x={middle} y={(top + floor) / 2} />}
      {change !== 0 && <Gradient bar={bar} change={change} />}
      {measure && <Reading measure={measure} x={left + width - 11} y={floor - 12} />}
      {onGrasp && !props.readOnly && kind !== 'lidOpen' && (
        <Handles bar={bar} floor={floor} onGrasp={onGrasp} />
      )}
    </g>
  )
}, isSame<Bar, ShapeProps & { bar: Bar }>('bar'))

function numberOf(step: DrawnStep, name: 'temperature' | 'duration'): number | null {
  if (!(name in step)) return null
  return (step as { temperature: number | null; duration: number | null })[name]
}

/** Mark a pause, which waits for a person, or an open lid, which waits for their hands. */
function Sign({ kind, x, y }: { kind: 'pause' | 'lidOpen'; x: number; y: number }) {
  const d =
    kind === 'pause'
      ? `M${x - 5} ${y - 8}v16M${x + 5} ${y - 8}v16`
      : `M${x - 11} ${y + 8}h22M${x - 11} ${y + 2}L${x + 9} ${y - 9}`
  return <path className={styles.sign} d={d} />
}

function Gradient({ bar, change }: { bar: Bar; change: number }) {
  const [x, y] = [bar.left + 8, bar.top + 26]
  const rise = change > 0 ? -12 : 12
  return (
    <g className={styles.gradient}>
      <path d={`M${x} ${y - rise / 2}l12 ${rise}m0 0h-6m6 0v${-rise / 2}`} />
      <text x={x} y={bar.top + 48}>
        {sayChange(change).replace(' °C', '°')}
      </text>
    </g>
  )
}

/** Mark a reading: a disc for amplification, a diamond for a melt. */
function Reading(props: { measure: 'real time' | 'meltcurve'; x: number; y: number }) {
  const { measure, x, y } = props
  return (
    <path
      className={styles.reading}
      d={
        measure === 'real time'
          ? `M${x - 5.5} ${y}a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z`
          : `M${x} ${y - 7}l7 7l-7 7l-7 -7z`
      }
    >
      <title>{t(`methods.read.${measure === 'real time' ? 'amplification' : 'melt'}`)}</title>
    </path>
  )
}

function Handles(props: { bar: Bar; floor: number; onGrasp: PictureControl['onGrasp'] }) {
  const { bar, floor, onGrasp } = props
  return (
    <g aria-hidden="true">
      <rect
        className={styles.handle}
        data-edge="temperature"
        x={bar.left}
        y={bar.top - 26}
        width={bar.width - (bar.kind === 'temperature' ? 10 : 0)}
        height={38}
        onPointerDown={(event) => onGrasp(event, bar, 'temperature')}
      />
      {bar.kind === 'temperature' && (
        <rect
          className={styles.handle}
          data-edge="duration"
          x={bar.left + bar.width - 10}
          y={bar.top}
          width={20}
          height={floor - bar.top}
          onPointerDown={(event) => onGrasp(event, bar, 'duration')}
        />
      )}
    </g>
  )
}

const BracketShape = memo(function BracketShape(props: ShapeProps & { bracket: Bracket }) {
  const { bracket, step, floor } = props
  const { left, right, level, repeat } = bracket
  const y = floor + pictureRoom.seconds + level * pictureRoom.bracket
  const middle = (left + right) / 2
  return (
    <g className={styles.bracket} {...stepProps(bracket.at, step, props)}>
      <path d={`M${left} ${y}v12h${right - left}v-12`} />
      <path className={styles.back} d={`M${left - 4} ${y + 6}l4 -6l4 6z`} />
      <rect x={middle - 30} y={y} width={60} height={26} rx={13} />
      <text x={middle} y={y + 17} textAnchor="middle">
        × {repeat === null ? '–' : formatNumber(repeat)}
      </text>
    </g>
  )
}, isSame<Bracket, ShapeProps & { bracket: Bracket }>('bracket'))

/** Draw the colour and the dash of a wavelength, beside its name. */
export function WavelengthLine({ name }: { name: keyof typeof wavelengths }) {
  return (
    <svg className={styles.wavelength} width={28} height={8} aria-hidden="true">
      <line
        x1={0}
        x2={28}
        y1={4}
        y2={4}
        stroke={`var(--dye-${name.toLowerCase()})`}
        strokeDasharray={wavelengths[name].LineStyle.join(' ')}
      />
    </svg>
  )
}
