import { useCallback } from 'react'
import type { CallData } from '../../../../domain/call.ts'
import { deviceCalls } from '../../../../domain/calls/devices.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { call } from '../../../client/call.ts'
import { formatCelsius, formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { may } from '../../../state/session.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import styles from './History.module.css'
import { listTicks, TimeAxis } from './TimeLine.tsx'

type Hours = CallData<typeof deviceCalls.temperatures>

/** Size of the drawing; it is scaled to the page. */
const [width, height] = [1000, 60]
const hourMs = 3_600_000
/** Least difference between bottom and top of the drawing (°C), so that noise is not drawn as a storm. */
const leastSpan = 10

/** Draw the temperature of the housing, the lowest and highest of each hour, over the same time as the happenings. */
export function Temperatures({ device, from, to }: { device: Device; from: number; to: number }) {
  const load = useCallback(
    async (signal: AbortSignal): Promise<Hours> => {
      if (!may(deviceCalls.temperatures.needs)) return []
      const parts = { params: { id: device.uuid } }
      return call(deviceCalls.temperatures, parts, { signal, background: true })
    },
    [device.uuid],
  )
  const { value } = useAnswer(load)
  const shown = (value ?? []).filter(({ hour }) => {
    const at = Date.parse(hour)
    return at + hourMs > from && at <= to
  })
  if (shown.length === 0) return null
  const lowest = Math.min(...shown.map((one) => one.lowest))
  const highest = Math.max(...shown.map((one) => one.highest))
  const span = Math.max(leastSpan, highest - lowest)
  const x = (at: number) => (width * (Math.min(to, Math.max(from, at)) - from)) / (to - from)
  const y = (temperature: number) => 4 + ((height - 8) * (lowest + span - temperature)) / span
  const range = { lowest: formatNumber(lowest, 1), highest: formatNumber(highest, 1) }
  return (
    <section className={styles.temperature} aria-labelledby="temperature">
      <h2 id="temperature">{t('view.temperature')}</h2>
      <p className={styles.quiet}>{t('view.temperature.range', range)}</p>
      <figure className={styles.figure} dir="ltr" aria-hidden="true">
        <div className={styles.ends}>
          <span>{formatCelsius(lowest + span)}</span>
          <span>{formatCelsius(lowest)}</span>
        </div>
        <svg
          className={styles.picture}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          style={{ blockSize: height }}
        >
          {listTicks(from, to).map((at) => (
            <line key={at} className={styles.tick} x1={x(at)} x2={x(at)} y1={0} y2={height} />
          ))}
          {shown.map((one) => {
            const start = x(Date.parse(one.hour))
            return (
              <rect
                key={one.hour}
                className={styles.bar}
                x={start}
                y={y(one.highest)}
                width={Math.max(2, x(Date.parse(one.hour) + hourMs) - start - 1)}
                height={Math.max(2, y(one.lowest) - y(one.highest))}
              />
            )
          })}
        </svg>
        <TimeAxis from={from} to={to} />
      </figure>
    </section>
  )
}
