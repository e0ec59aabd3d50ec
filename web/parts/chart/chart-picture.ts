import type { CurveLine } from './curve-line.ts'
import { scaleOf } from './draw-curves.ts'
import type { AxisLabels } from './draw-axes.ts'
import type { Threshold } from './draw-overlay.ts'
import type { ChartGeometry } from './geometry.ts'
import { margins } from './geometry.ts'
import { project } from './scale.ts'
import { xAt } from './curve-line.ts'

/** What is on a chart, ready to be drawn once more for a file. */
export type ChartPicture = {
  element: Element
  geometry: ChartGeometry
  lines: readonly CurveLine[]
  thresholds: readonly Threshold[]
  band: readonly [number, number] | undefined
  labels: { x: string; y: string; y2?: string | undefined }
}

const widths = { dim: 1, normal: 1, strong: 2.5 } as const
const legendRow = 16
/** About as wide as a letter of a note is. */
const letter = 6

/**
 * A chart as a file of its own: curves as paths under Plot's axes, colours as they are on screen, and below it the
 * lines given, each with its text (what was measured, and from where).
 */
export async function drawSvg(picture: ChartPicture, title: string, notes: readonly string[]) {
  const { drawAxes } = await import('./draw-axes.ts')
  const { makeColorReader } = await import('./canvas.ts')
  const read = makeColorReader(picture.element)
  const { geometry, lines, thresholds, band } = picture
  const { width, x, y } = geometry
  const rows = notes.flatMap((note) => wrapText(note, Math.floor((width - margins.left) / letter)))
  const height = geometry.height + legendRow * (rows.length + 1)
  const labels: AxisLabels = { ...picture.labels, y2: picture.labels.y2 ?? null }
  const axes = drawAxes(geometry, labels).innerHTML.replaceAll(/var\(--[\w-]+\)/g, read)
  const [left, right] = x.range
  const [bottom, top] = y.range
  const rect = `x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"`
  const marks = [
    ...(band ? [drawBand(geometry, band, read('var(--accent)'))] : []),
    ...lines.map((line) => drawLine(line, geometry, read(line.color))),
    ...thresholds.map((one) => drawThreshold(one, geometry, read(one.color))),
  ]
  const texts = rows.map(
    (note, at) =>
      `<text x="${margins.left}" y="${geometry.height + legendRow * (at + 1)}" font-size="11">${escapeText(note)}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="${read('var(--text)')}" color="${read('var(--chart-ink)')}">
<title>${escapeText(title)}</title>
<rect width="${width}" height="${height}" fill="${read('var(--surface)')}"/>
<clipPath id="field"><rect ${rect}/></clipPath>
${axes}
<g clip-path="url(#field)" fill="none">
${marks.join('\n')}
</g>
${texts.join('\n')}
</svg>
`
}

function drawLine(line: CurveLine, geometry: ChartGeometry, color: string): string {
  const scale = scaleOf(geometry, line)
  let path = ''
  let down = false
  for (let index = 0; index < line.values.length; index++) {
    const x = project(geometry.x, xAt(line, index))
    const y = project(scale, line.values[index] as number)
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      down = false
      continue
    }
    path += `${down ? 'L' : 'M'}${x.toFixed(1)},${y.toFixed(1)}`
    down = true
  }
  const { weight = 'normal', dash = [] } = line
  const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : ''
  const opacity = weight === 'dim' ? ' opacity="0.25"' : ''
  return `<path d="${path}" stroke="${color}" stroke-width="${widths[weight]}"${dashes}${opacity}/>`
}

function drawThreshold(threshold: Threshold, geometry: ChartGeometry, color: string): string {
  const [left, right] = geometry.x.range
  const y = project(scaleOf(geometry, threshold), threshold.value)
  if (!Number.isFinite(y)) return ''
  return `<path d="M${left},${y.toFixed(1)}H${right}" stroke="${color}" stroke-width="1.5" stroke-dasharray="8 3"/><text x="${left + 8}" y="${(y - 4).toFixed(1)}" fill="${color}">${escapeText(threshold.label)}</text>`
}

function drawBand(geometry: ChartGeometry, band: readonly [number, number], color: string): string {
  const [bottom, top] = geometry.y.range
  const left = project(geometry.x, band[0])
  const width = Math.max(0, project(geometry.x, band[1]) - left)
  return `<rect x="${left.toFixed(1)}" y="${top}" width="${width.toFixed(1)}" height="${bottom - top}" fill="${color}" opacity="0.12"/>`
}

/** Rows of so many letters at most, broken between words; a longer word has a row of its own. */
function wrapText(text: string, most: number): string[] {
  const rows: string[] = []
  for (const word of text.split(' ')) {
    const last = rows.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= most) {
      rows[rows.length - 1] = `${last} ${word}`
    } else rows.push(word)
  }
  return rows
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** The same as pixels, at twice the size on screen. */
export async function drawPng(svg: string): Promise<Blob> {
  const image = new Image()
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth * 2
    canvas.height = image.naturalHeight * 2
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('No picture'))),
        'image/png',
      ),
    )
  } finally {
    URL.revokeObjectURL(image.src)
  }
}
