import { acceptance } from '../../../../domain/catalog/calibration.ts'
import type { ThermalCartridge } from '../../../../domain/calls/calibrations.ts'
import type { ThermalFit } from '../../../../workers/calibration/fit-thermal.ts'
import { formatNumber } from '../../../i18n/format.ts'
import type { ScatterBand, ScatterLine, ScatterPoint } from '../../../parts/chart/draw-scatter.ts'

interface Picture {
  points: ScatterPoint[]
  lines: ScatterLine[]
  band: ScatterBand[]
}

/**
 * Make the two pictures of a fit, over the temperature of the device's sensor in °C: what the probes read above it with the fitted line,
 * and what the line leaves over. The bands are the limits. Points of the two probes differ by their shape.
 */
export function drawThermal(
  readings: ThermalCartridge['readings'],
  { offset, gain, residuals }: Pick<ThermalFit, 'offset' | 'gain' | 'residuals'>,
): { correction: Picture; residuals: Picture } {
  const sensors = readings.map(({ device_sensor: sensor }) => sensor)
  const ends = [
    sensors.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY),
    sensors.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY),
  ]
  const correctionAt = (sensor: number) => offset + gain * sensor - sensor
  const within = (limit: number) => ends.map((x) => ({ x, low: -limit, high: limit }))
  const point = (x: number, y: number, isFirst: boolean): ScatterPoint => ({
    x,
    y,
    color: 'var(--accent)',
    symbol: isFirst ? 'circle' : 'square',
    hollow: !isFirst,
    title: `${formatNumber(x, 2)} °C: ${formatNumber(y, 3)} °C`,
  })
  return {
    correction: {
      points: readings.flatMap(({ device_sensor: sensor, probes: [first, second] }) => [
        point(sensor, first - sensor, true),
        point(sensor, second - sensor, false),
      ]),
      lines: [
        { points: ends.map((x) => [x, correctionAt(x)] as const), color: 'var(--chart-ink)' },
      ],
      band: within(acceptance.thermal.correction.value),
    },
    residuals: {
      points: residuals.map((value, at) => point(sensors[at] ?? 0, value, true)),
      lines: [{ points: ends.map((x) => [x, 0] as const), color: 'var(--chart-ink)' }],
      band: within(acceptance.thermal.residual.value),
    },
  }
}
