import { useState } from 'react'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { wellName } from '../../../../../domain/rules/well.ts'
import { saveFile } from '../../../../client/save-file.ts'
import { t } from '../../../../i18n/intl.ts'
import {
  type ChartPicture,
  drawPng,
  drawSvg,
  escapeText,
} from '../../../../parts/chart/chart-picture.ts'
import type { MenuAction } from '../../../../parts/menu/Menu.tsx'
import { readLineId } from '../../../../curves/curve-lines.ts'
import { enterFullScreen, openCurveWindow } from './curve-window.ts'
import { listPoints, writeCsv, writeTable } from './curve-numbers.ts'
import type { CurveView } from './use-curve-view.ts'

/** Return the actions that export the chart: a link to the same view, a copy as evidence, and files. */
export function useChartActions(from: {
  record: Analysis
  shown: CurveView
  /** Channels in the order of the layers. */
  order: readonly string[]
  summary: string
  /** Returns the drawn charts, in the order of reading. */
  pictures: () => readonly ChartPicture[]
  /** Shows only the curves. */
  onAlone: () => void
}): { actions: MenuAction[]; told: string } {
  const { record, shown, summary } = from
  const [told, setTold] = useState('')
  const name = record.name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
  const attempt = (work: () => Promise<void>, done: string) => {
    const outcome = work().then(
      () => done,
      () => t('chart.take.failed'),
    )
    void outcome.then(setTold)
  }
  const points = () =>
    listPoints(shown.lines, {
      channels: from.order,
      wellOf: (id) => wellName(shown.shape, readLineId(id).well),
      samples: shown.samples,
    })
  const svg = () =>
    drawSvg(from.pictures(), record.name, [`${record.name} · ${summary}`, location.href])
  const save = (bytes: Uint8Array<ArrayBuffer>, type: string, ending: string) =>
    saveFile({ bytes, type, name: `${name}.${ending}` }, `chart.${ending}`)
  const encode = (text: string) => new TextEncoder().encode(text)
  const actions: MenuAction[] = [
    ...listWindows(from.onAlone),
    {
      id: 'link',
      label: t('chart.take.link'),
      icon: 'link',
      onPress: () =>
        attempt(() => navigator.clipboard.writeText(location.href), t('chart.take.link.done')),
    },
    {
      id: 'evidence',
      label: t('chart.take.evidence'),
      icon: 'copy',
      onPress: () => attempt(() => copyEvidence(svg(), summary, points), t('chart.take.done')),
    },
    {
      id: 'svg',
      label: t('chart.take.svg'),
      icon: 'download',
      onPress: () =>
        attempt(
          async () => save(encode(await svg()), 'image/svg+xml', 'svg'),
          t('chart.take.saved'),
        ),
    },
    {
      id: 'png',
      label: t('chart.take.png'),
      icon: 'download',
      onPress: () =>
        attempt(async () => {
          const blob = await drawPng(await svg())
          save(new Uint8Array(await blob.arrayBuffer()), 'image/png', 'png')
        }, t('chart.take.saved')),
    },
    {
      id: 'csv',
      label: t('chart.take.csv'),
      icon: 'download',
      onPress: () =>
        attempt(
          async () => save(encode(await writeCsv(points(), shown.chart)), 'text/csv', 'csv'),
          t('chart.take.saved'),
        ),
    },
  ]
  return { actions, told }
}

/** List the actions that give the curves more room. */
function listWindows(onAlone: () => void): MenuAction[] {
  return [
    {
      id: 'full',
      label: t('chart.full'),
      icon: 'maximise',
      onPress: () => {
        onAlone()
        void enterFullScreen()
      },
    },
    { id: 'window', label: t('chart.window'), icon: 'copy', onPress: openCurveWindow },
  ]
}

/**
 * Copy the picture and its numbers for a report or a mail; programs without pictures receive the numbers and the link.
 */
async function copyEvidence(
  svg: Promise<string>,
  summary: string,
  points: () => ReturnType<typeof listPoints>,
): Promise<void> {
  const table = writeTable(points())
  const picture = await svg
  const bytes = new TextEncoder().encode(picture)
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
