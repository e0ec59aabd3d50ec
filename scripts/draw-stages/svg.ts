/** Colours that people with any colour vision tell apart (Okabe & Ito), on a white card. */
export const colours = {
  ink: '#1f2933',
  label: '#52606d',
  grid: '#e4e7eb',
  frame: '#9aa5b1',
  grey: '#9aa5b1',
  blue: '#0072b2',
  orange: '#d55e00',
  green: '#009e73',
  purple: '#aa4499',
  yellow: '#e69f00',
  sky: '#56b4e9',
} as const

/** Write a number into a picture: two decimals at most, so that the bytes are the same everywhere. */
export function round(value: number): string {
  return String(Number(value.toFixed(2)) + 0)
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Write an element with its attributes; numbers are rounded, `undefined` is left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content = '',
): string {
  const list = Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return []
    return ` ${key}="${typeof value === 'number' ? round(value) : value}"`
  })
  return content === ''
    ? `<${name}${list.join('')}/>`
    : `<${name}${list.join('')}>${content}</${name}>`
}

export interface TextStyle {
  size?: number
  colour?: string
  anchor?: 'start' | 'middle' | 'end'
  bold?: boolean
  turned?: boolean
  fixed?: boolean
}

/** Write a line of text; `turned` reads from below upwards, `fixed` has letters of one width. */
export function writeText(x: number, y: number, text: string, style: TextStyle = {}): string {
  const { size = 12, colour = colours.label, anchor, bold, turned, fixed } = style
  return element(
    'text',
    {
      x,
      y,
      'font-size': size,
      fill: colour,
      'text-anchor': anchor === 'start' ? undefined : anchor,
      'font-weight': bold ? 600 : undefined,
      'font-family': fixed ? 'ui-monospace, Consolas, monospace' : undefined,
      transform: turned ? `rotate(-90 ${round(x)} ${round(y)})` : undefined,
    },
    escapeText(text),
  )
}

export interface Picture {
  width: number
  height: number
  /** Description for readers who do not see it. */
  title: string
  description: string
  parts: readonly string[]
}

/** Write the whole file: a white card, readable on a light and on a dark page. */
export function writePicture({ width, height, title, description, parts }: Picture): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif">`
  const card = element('rect', { width, height, rx: 8, fill: '#ffffff' })
  const words = `<title>${escapeText(title)}</title>\n<desc>${escapeText(description)}</desc>`
  return [head, words, card, ...parts, '</svg>', ''].join('\n')
}
