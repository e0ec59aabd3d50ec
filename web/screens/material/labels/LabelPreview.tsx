import { useMemo } from 'react'
import { type DeviceSymbol, shapesOf } from '../../../../domain/labels/device-symbols.ts'
import { type LabelFacts, labelCode } from '../../../../domain/labels/label-code.ts'
import { layoutLabel, quietModules } from '../../../../domain/labels/label-layout.ts'
import type { LabelOrder } from '../../../../domain/entities/lot-labels.ts'
import { drawSymbol, type SymbolModules } from '../../../../workers/labels/draw-symbol.ts'
import { t } from '../../../i18n/intl.ts'
import styles from './Labels.module.css'

/** Draw a label as the printer will, from the same layout; black on white in every theme. */
export function LabelPreview(props: {
  facts: LabelFacts
  order: Pick<LabelOrder, 'size' | 'symbol'>
}) {
  const { facts, order } = props
  const { size, symbol } = order
  const layout = useMemo(() => layoutLabel(facts, size, measureText), [facts, size])
  const modules = useMemo(() => drawSymbol(labelCode(facts, symbol)), [facts, symbol])
  const { width, height, texts, marks } = layout
  const { x, y, side } = layout.symbol
  const quiet = quietModules[symbol]
  const module = side / (modules.length + 2 * quiet)
  return (
    <svg
      className={styles.label}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={[
        t('material.labels.preview'),
        ...texts.map(({ text }) => text),
        ...marks.map(({ mark }) => t(`material.symbol.${mark}`)),
      ].join(': ')}
      direction="ltr"
    >
      <rect width={width} height={height} fill="#fff" />
      <path
        d={outline(modules)}
        fill="#000"
        transform={`translate(${x + quiet * module} ${y + quiet * module}) scale(${module})`}
      />
      {marks.map(({ mark, x: left, y: top, size: high }) => (
        <path
          key={mark}
          d={drawMark(mark)}
          fill="#000"
          transform={`translate(${left} ${top}) scale(${high})`}
        >
          <title>{t(`material.symbol.${mark}`)}</title>
        </path>
      ))}
      {texts.map((line) => (
        <text
          key={line.y}
          x={line.x}
          y={line.y}
          fontSize={line.size}
          fontWeight={line.bold ? 700 : 400}
          fill="#000"
        >
          {line.text}
        </text>
      ))}
    </svg>
  )
}

/** Return the path of all dark modules, as one shape. */
function outline(modules: SymbolModules): string {
  return modules
    .flatMap((line, row) =>
      line.flatMap((dark, column) => (dark ? [`M${column} ${row}h1v1h-1z`] : [])),
    )
    .join('')
}

/** Return the path of a symbol. Each shape is wound alike, so that none takes another away where they cross. */
function drawMark(mark: DeviceSymbol): string {
  return shapesOf(mark)
    .map((shape) => `M${shape.map(([across, down]) => `${across} ${down}`).join('L')}z`)
    .join('')
}

let context: CanvasRenderingContext2D | null = null

/** Measure a text in the letters of the page, per unit of their size. */
function measureText(text: string, bold: boolean): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return text.length * 0.6
  context.font = `${bold ? 700 : 400} 100px ${getComputedStyle(document.body).fontFamily}`
  return context.measureText(text).width / 100
}
