import { shorten } from '../../../domain/rules/plain-text.ts'
import type { CurveLine } from './curve-line.ts'
import type { ReadColor } from './draw-curves.ts'
import { scaleOf } from './draw-curves.ts'
import type { AxisLabels } from './draw-axes.ts'
import type { Threshold } from './draw-overlay.ts'
import type { ChartGeometry } from './geometry.ts'
import { margins } from './geometry.ts'
import { placeLabels } from './place-labels.ts'
import { project } from './scale.ts'
import { xAt } from './curve-line.ts'

/** Content of a chart, ready to be drawn again for a file. */
export type ChartPicture = {
  element: Element
  /** Title of this chart among others. */
  title: string
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

/** Above each of several charts. */
const titleRow = 20

/**
 * Make a file of the shown charts, one or several beside each other: curves as paths under Plot's
 * axes, colours as they are on screen, and below it the lines given, each with its text (what was measured, and from where).
 */
export async function drawSvg(
  pictures: readonly ChartPicture[],
  title: string,
  notes: readonly string[],
): Promise<string> {
  const [first] = pictures
  if (!first) throw new Error('Nothing is drawn yet')
  const { drawAxes } = await import('./draw-axes.ts')
  const { makeColorReader } = await import('./canvas.ts')
  const read = makeColorReader(first.element)
  const placed = placePictures(pictures)
  const charts = placed.map(({ picture, left, top }, at) => {
    const labels: AxisLabels = { ...picture.labels, y2: picture.labels.y2 ?? null }
    const axes = drawAxes(picture.geometry, labels).innerHTML.replaceAll(/var\(--[\w-]+\)/g, read)
    const head =
      pictures.length > 1
        ? `<text x="${margins.left}" y="-6" font-weight="600">${escapeText(fitName(picture.title, picture.geometry.width))}</text>`
        : ''
    return `<g transform="translate(${left} ${top})">${head}${drawField(picture, `field-${at}`, axes, read)}</g>`
  })
  const width = Math.max(...placed.map(({ left, picture }) => left + picture.geometry.width))
  const bottom = Math.max(...placed.map(({ top, picture }) => top + picture.geometry.height))
  const rows = notes.flatMap((note) => wrapText(note, Math.floor((width - margins.left) / letter)))
  const height = bottom + legendRow * (rows.length + 1)
  const texts = rows.map(
    (note, at) =>
      `<text x="${margins.left}" y="${bottom + legendRow * (at + 1)}" font-size="11">${escapeText(note)}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="${read('var(--text)')}" color="${read('var(--chart-ink)')}">
<title>${escapeText(title)}</title>
<rect width="${width}" height="${height}" fill="${read('var(--surface)')}"/>
${charts.join('\n')}
${texts.join('\n')}
</svg>
`
}

/** Place charts beside each other, with room for their titles where there are several. */
function placePictures(pictures: readonly ChartPicture[]) {
  const boxes = pictures.map(({ element }) => element.getBoundingClientRect())
  const left = Math.min(...boxes.map((box) => box.left))
  const top = Math.min(...boxes.map((box) => box.top))
  const lines = [...new Set(boxes.map((box) => Math.round(box.top)))].toSorted((a, b) => a - b)
  return pictures.map((picture, at) => {
    const box = boxes[at] as DOMRect
    const heads = pictures.length > 1 ? titleRow * (lines.indexOf(Math.round(box.top)) + 1) : 0
    return {
      picture,
      left: Math.round(box.left - left),
      top: Math.round(box.top - top) + heads,
    }
  })
}

/** Draw axes, curves and marks of one chart. */
function drawField(picture: ChartPicture, clip: string, axes: string, read: ReadColor): string {
  const { geometry, lines, thresholds, band } = picture
  const [left, right] = geometry.x.range
  const [bottom, top] = geometry.y.range
  const placeOf = (one: Threshold) => project(scaleOf(geometry, one), one.value)
  const levels = thresholds.filter((one) => Number.isFinite(placeOf(one)))
  const labels = placeLabels(levels.map(placeOf), top, bottom)
  const marks = [
    ...(band ? [drawBand(geometry, band, read('var(--accent)'))] : []),
    ...lines.map((line) => drawLine(line, geometry, read(line.color))),
    ...levels.map((one, at) => drawThreshold(one, geometry, read(one.color), labels[at] as number)),
  ]
  return `<clipPath id="${clip}"><rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"/></clipPath>
${axes}
<g clip-path="url(#${clip})" fill="none">
${marks.join('\n')}
</g>`
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

function drawThreshold(
  threshold: Threshold,
  geometry: ChartGeometry,
  color: string,
  label: number,
): string {
  const [left, right] = geometry.x.range
  const y = project(scaleOf(geometry, threshold), threshold.value)
  return `<path d="M${left},${y.toFixed(1)}H${right}" stroke="${color}" stroke-width="1.5" stroke-dasharray="8 3"/><text x="${left + 8}" y="${(label - 4).toFixed(1)}" fill="${color}">${escapeText(threshold.label)}</text>`
}

function drawBand(geometry: ChartGeometry, band: readonly [number, number], color: string): string {
  const [bottom, top] = geometry.y.range
  const left = project(geometry.x, band[0])
  const width = Math.max(0, project(geometry.x, band[1]) - left)
  return `<rect x="${left.toFixed(1)}" y="${top}" width="${width.toFixed(1)}" height="${bottom - top}" fill="${color}" opacity="0.12"/>`
}

/** Shorten a chart's name to the room. */
function fitName(text: string, width: number): string {
  const most = Math.floor((width - margins.left) / (letter + 1))
  return text.length > most ? shorten(text, most - 1) : text
}

/** Wrap a text into rows of so many letters at most, between words; a longer word (an address) takes several. */
function wrapText(text: string, most: number): string[] {
  const rows: string[] = []
  const words = text
    .split(' ')
    .flatMap((word) => word.match(new RegExp(`.{1,${most}}`, 'gu')) ?? [])
  for (const word of words) {
    const last = rows.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= most) {
      rows[rows.length - 1] = `${last} ${word}`
    } else rows.push(word)
  }
  return rows
}

/** Write a text into a document of marks, also as an attribute in double quotes. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** Draw the picture as pixels, at twice the size on screen. */
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
