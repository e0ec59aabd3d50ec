import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { wellName } from '../../../../../domain/rules/well.ts'
import { saveFile } from '../../../../client/save-file.ts'
import { readLineId } from '../../../../curves/curve-lines.ts'
import {
  type ChartPicture,
  drawPng,
  drawSvg,
  escapeText,
} from '../../../../parts/chart/chart-picture.ts'
import { listPoints, writeCsv, writeTable } from './curve-numbers.ts'
import type { CurveView } from './use-curve-view.ts'

/** A chart that is copied or saved. */
export interface TakenChart {
  record: Analysis
  shown: CurveView
  /** Channels in the order of the layers. */
  order: readonly string[]
  /** The curves in words. */
  summary: string
  /** Returns the drawn charts, in the order of reading. */
  pictures: () => readonly ChartPicture[]
}

/**
 * Copy the picture and its numbers for a report or a mail; programs without pictures receive the numbers and the link.
 */
export async function copyEvidence(chart: TakenChart): Promise<void> {
  const { summary } = chart
  const table = writeTable(pointsOf(chart))
  const bytes = encode(await svgOf(chart))
  const letters = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')
  const image = `data:image/svg+xml;base64,${btoa(letters)}`
  const [words, address] = [escapeText(summary), escapeText(location.href)]
  const html = `<p><img src="${image}"></p><p>${words}</p><p><a href="${address}">${address}</a></p>`
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/html': new Blob([html], { type: 'text/html' }),
      'text/plain': new Blob([`${summary}\n${location.href}\n\n${table}`], { type: 'text/plain' }),
    }),
  ])
}

export async function saveSvg(chart: TakenChart): Promise<void> {
  save(chart, encode(await svgOf(chart)), 'image/svg+xml', 'svg')
}

export async function savePng(chart: TakenChart): Promise<void> {
  const blob = await drawPng(await svgOf(chart))
  save(chart, new Uint8Array(await blob.arrayBuffer()), 'image/png', 'png')
}

export async function saveCsv(chart: TakenChart): Promise<void> {
  save(chart, encode(await writeCsv(pointsOf(chart), chart.shown.chart)), 'text/csv', 'csv')
}

function pointsOf({ shown, order }: TakenChart) {
  return listPoints(shown.lines, {
    channels: order,
    wellOf: (id) => wellName(shown.shape, readLineId(id).well),
    samples: shown.samples,
  })
}

function svgOf({ record, summary, pictures }: TakenChart): Promise<string> {
  return drawSvg(pictures(), record.name, [`${record.name} · ${summary}`, location.href])
}

function save(
  { record }: TakenChart,
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  ending: string,
): void {
  const name = record.name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
  saveFile({ bytes, type, name: `${name}.${ending}` }, `chart.${ending}`)
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
