import { thermalLimits } from '../../domain/catalog/calibration.ts'
import type { ThermalCartridge, thermalFailures } from '../../domain/calls/calibrations.ts'
import { Fault } from '../../domain/fault.ts'
import { meanOf } from '../numbers/mean.ts'

type Failure = (typeof thermalFailures)[number]

/** Offset and gain of a block sensor, how well they fit, and whether that will do. Temperatures in °C. */
export interface ThermalFit {
  passed: boolean
  failures: Failure[]
  offset: number
  gain: number
  residuals: number[]
  rms: number
  worst_residual: number
  uniformity: number
  bias: number
  worst_correction: number
  limits: Record<string, number>
}

/**
 * Fit the true temperature, taken as the mean of the calibrator's two probes, as offset + gain x device sensor by
 * ordinary least squares, and judge the fit by the limits of domain/catalog/calibration.ts: the farthest residual,
 * the widest distance between the probes (uniformity of the block), the gain, and the largest correction anywhere
 * between the lowest and the highest reading.
 * @throws Fault `invalid` with field `readings` when there are too few temperatures or they are too close together.
 */
export function fitThermal({ readings }: Pick<ThermalCartridge, 'readings'>): ThermalFit {
  const sensor = readings.map(({ device_sensor }) => device_sensor)
  const truth = readings.map(({ probes: [first, second] }) => (first + second) / 2)
  checkSpan(sensor)
  const { offset, gain } = fitLine(sensor, truth)
  const residuals = truth.map((value, index) => value - offset - gain * (sensor[index] ?? 0))
  const apart = readings.map(({ probes: [first, second] }) => first - second)
  const corrections = [lowestOf(sensor), highestOf(sensor)].map((t) => offset + gain * t - t)
  const worst_residual = highestOf(residuals.map(Math.abs))
  const uniformity = highestOf(apart.map(Math.abs))
  const worst_correction = highestOf(corrections.map(Math.abs))
  const failures = judge({ worst_residual, uniformity, gain, worst_correction })
  return {
    passed: failures.length === 0,
    failures,
    offset,
    gain,
    residuals,
    rms: Math.sqrt(meanOf(residuals.map((value) => value * value))),
    worst_residual,
    uniformity,
    bias: meanOf(apart),
    worst_correction,
    limits: {
      residual: thermalLimits.residual,
      uniformity: thermalLimits.uniformity,
      gain_min: thermalLimits.gain.min,
      gain_max: thermalLimits.gain.max,
      correction: thermalLimits.correction,
    },
  }
}

function checkSpan(sensor: readonly number[]): void {
  const { points, span } = thermalLimits
  const found = sensor.length === 0 ? 0 : highestOf(sensor) - lowestOf(sensor)
  if (new Set(sensor).size >= points && found >= span) return
  throw new Fault('invalid', `Readings at ${points} temperatures over ${span} °C are needed`, {
    field: 'readings',
    reason: 'span_too_small',
    params: { points, span, found },
  })
}

/** Fit around the means, so that far-off temperatures lose no digits. */
function fitLine(x: readonly number[], y: readonly number[]): { offset: number; gain: number } {
  const [middleX, middleY] = [meanOf(x), meanOf(y)]
  let [xx, xy] = [0, 0]
  x.forEach((value, index) => {
    xx += (value - middleX) * (value - middleX)
    xy += (value - middleX) * ((y[index] ?? 0) - middleY)
  })
  const gain = xy / xx
  return { offset: middleY - gain * middleX, gain }
}

function judge(
  fit: Pick<ThermalFit, 'worst_residual' | 'uniformity' | 'gain' | 'worst_correction'>,
): Failure[] {
  const { residual, uniformity, gain, correction } = thermalLimits
  const broken: Record<Failure, boolean> = {
    residual: fit.worst_residual > residual,
    uniformity: fit.uniformity > uniformity,
    gain: fit.gain < gain.min || fit.gain > gain.max,
    correction: fit.worst_correction > correction,
  }
  return (Object.keys(broken) as Failure[]).filter((name) => broken[name])
}

// Not by spreading: a call takes a limited number of arguments.
function lowestOf(values: readonly number[]): number {
  return values.reduce((lowest, value) => Math.min(lowest, value), Number.POSITIVE_INFINITY)
}

function highestOf(values: readonly number[]): number {
  return values.reduce((highest, value) => Math.max(highest, value), Number.NEGATIVE_INFINITY)
}
