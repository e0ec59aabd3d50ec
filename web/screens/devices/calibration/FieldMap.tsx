import type { CSSProperties } from 'react'
import { cartridges, type DeviceCartridgeName } from '../../../../domain/catalog/cartridges.ts'
import styles from './Calibration.module.css'

/** A well with its number as text, and its place between the lowest (0) and the highest (1) of the plate. */
export interface MappedWell {
  well: string
  text: string
  share: number
  failed: boolean
}

/** Draw numbers of all wells as the plate has them, the higher the deeper its colour; beyond a limit in the colour of danger. */
export function FieldMap(props: {
  label: string
  cartridge: DeviceCartridgeName
  wells: readonly MappedWell[]
}) {
  const { label, cartridge, wells } = props
  const { rows, columns } = cartridges[cartridge]
  const lines = Array.from({ length: rows }, (_, row) =>
    wells.slice(row * columns, (row + 1) * columns),
  )
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={label}>
      <table className={styles.map}>
        <caption>{label}</caption>
        <thead>
          <tr>
            <td />
            {Array.from({ length: columns }, (_, column) => (
              <th key={column} scope="col">
                {column + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line[0]?.well}>
              <th scope="row">{line[0]?.well.replace(/\d+$/, '')}</th>
              {line.map(({ well, text, share, failed }) => (
                <td
                  key={well}
                  data-state={failed ? 'failed' : undefined}
                  style={{ '--share': `${Math.round(55 * share)}%` } as CSSProperties}
                >
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Return the place of a value between the lowest and the highest. */
export function shareBetween(value: number, values: readonly number[]): number {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return high > low ? (value - low) / (high - low) : 0.5
}
