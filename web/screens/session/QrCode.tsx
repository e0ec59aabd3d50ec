import { encode } from 'uqr'
import styles from './QrCode.module.css'

/** Cells of white around it, without which cameras do not find it (ISO/IEC 18004). */
const quiet = 4

/** Show a text for a phone's camera: black on white in every theme, because few apps read the inverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quiet })
  return (
    <svg
      className={styles.code}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={drawCells(data)} fill="#000" />
    </svg>
  )
}

/** Draw one path: each run of black cells in a row is a rectangle. */
function drawCells(rows: readonly (readonly boolean[])[]): string {
  let path = ''
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x += 1
      path += `M${start} ${y}h${x + 1 - start}v1H${start}z`
    }
  })
  return path
}
