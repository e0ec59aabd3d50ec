import type { LocatedWell } from '../../../../../workers/images/locate-wells.ts'
import styles from './ImagesPanel.module.css'

/** The wells over a picture; pressing one selects it on the plate. The plate beside it says the same to the keyboard. */
export function WellsOverlay(props: {
  wells: readonly LocatedWell[]
  /** Width of the picture over its height. */
  ratio: number
  selected: ReadonlySet<string>
  onSelect: (well: string) => void
}) {
  const { wells, ratio, selected, onSelect } = props
  // In a picture a thousand wide, so that letters keep their shape.
  const width = 1000
  const height = width / ratio
  return (
    <svg className={styles.overlay} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {wells.map(({ well, x, y, radius }) => (
        <g
          key={well}
          data-selected={selected.has(well) || undefined}
          onClick={() => onSelect(well)}
        >
          <circle cx={x * width} cy={y * height} r={radius * width} />
          <text
            x={x * width}
            y={y * height}
            textAnchor="middle"
            dominantBaseline="central"
            fontSize={Math.max(8, radius * width * 0.8)}
          >
            {well}
          </text>
        </g>
      ))}
    </svg>
  )
}
