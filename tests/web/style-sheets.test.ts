import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../scripts/run-tool.ts'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
const sheets = globSync('web/**/*.module.css', { cwd: projectRoot }).toSorted()

/** Colours that are no part of a theme: marks on a photograph, lines on paper, a sample of a colour that data has. */
const ownColours = [
  'web/entities/result/Diff.module.css',
  'web/screens/analyses/detail/PlateSheet.module.css',
  'web/screens/analyses/detail/images/ImagesPanel.module.css',
  'web/screens/analyses/wizard/loading/BenchSheet.module.css',
  'web/screens/devices/calibration/Calibration.module.css',
  'web/screens/recall/RecallSheet.module.css',
]

/** Sizes of their own: of wells on the screen and on paper, and of one sign that is read from afar. */
const ownSizes = [
  'web/parts/plate/PlateGrid.module.css',
  'web/parts/plate/Well.module.css',
  'web/screens/analyses/detail/PlateSheet.module.css',
  'web/screens/analyses/wizard/loading/BenchSheet.module.css',
  'web/screens/analyses/wizard/loading/Loading.module.css',
]

/** List what may be half transparent: pictures, what a drag or a switch has turned off. Text would lose its contrast. */
const paleParts = [
  'web/parts/button/HoldButton.module.css .hold button::after',
  'web/parts/form/Segments.module.css .segment input:disabled + span',
  'web/parts/scan/ScanDialog.module.css .picture[data-on] .finder',
  'web/parts/table/RecordTable.module.css .head th[data-dragged]',
  "web/screens/analyses/detail/curves/DyeLine.module.css [aria-pressed='false']:not([data-choice]) > .dyeLine",
  'web/shell/Rail.module.css .heading > svg',
]

/** Sources by the style sheet that they import, with the name that they import it by. */
const users = new Map<string, { path: string; text: string; name: string }[]>()
for (const path of globSync('web/**/*.{ts,tsx}', { cwd: projectRoot })) {
  const text = read(path)
  for (const [, name = '', target = ''] of text.matchAll(
    /import (\w+) from '([^']+\.module\.css)'/g,
  )) {
    const sheet = join(dirname(path), target)
    users.set(sheet, [...(users.get(sheet) ?? []), { path, text, name }])
  }
}

const plain = (sheet: string) => read(sheet).replaceAll(/\/\*[\s\S]*?\*\//g, '')

/** List the classes that the selectors of a style sheet name. */
function classesOf(sheet: string): Set<string> {
  const selectors = plain(sheet).replaceAll(/\{[^{}]*\}/g, '{}')
  return new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))
}

describe('a style sheet', () => {
  test('belongs to a file that imports it, and styles nothing that no file names', () => {
    const unused = sheets.flatMap((sheet) => {
      const texts = (users.get(sheet) ?? []).map(({ text }) => text).join('\n')
      return [...classesOf(sheet)]
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(texts))
        .map((name) => `${sheet} .${name}`)
    })
    expect(unused).toEqual([])
  })

  test('has every class that a file takes from it', () => {
    const missing = [...users].flatMap(([sheet, importers]) => {
      const classes = classesOf(sheet)
      return importers.flatMap(({ path, text, name }) =>
        [...text.matchAll(new RegExp(`(?<![.\\w'\`])${name}\\.(\\w+)`, 'g'))]
          .map(([, taken = '']) => taken)
          .filter((taken) => !classes.has(taken))
          .map((taken) => `${path} ${name}.${taken}`),
      )
    })
    expect(missing).toEqual([])
  })

  test('takes its colours from the tokens', () => {
    const own = sheets.filter((sheet) => /#[\da-f]{3,8}\b|\b(rgb|hsl)a?\(/i.test(plain(sheet)))
    expect(own).toEqual(ownColours)
  })

  test('takes its sizes of text from the tokens', () => {
    const own = sheets
      .filter((sheet) => !ownSizes.includes(sheet))
      .flatMap((sheet) =>
        [...plain(sheet).matchAll(/\bfont-size:(?!\s*(?:var\(|inherit|clamp\())[^;]+/g)].map(
          ([size]) => `${sheet} ${size}`,
        ),
      )
    expect(own).toEqual([])
  })

  test('makes no text pale by opacity', () => {
    const pale = sheets.flatMap((sheet) =>
      [...plain(sheet).matchAll(/([^{};]+)\{[^{}]*[\s;]opacity:\s*0?\.\d/g)].map(
        ([, selector = '']) => `${sheet} ${selector.trim()}`,
      ),
    )
    expect(pale.toSorted()).toEqual(paleParts)
  })

  test('keeps clear of the bars of the app by their tokens', () => {
    const guessed = sheets.flatMap((sheet) =>
      [...plain(sheet).matchAll(/\binset-block-(?:start|end):\s*(?:calc\()?(?:5|6)\dpx.*/g)].map(
        ([line]) => `${sheet} ${line}`,
      ),
    )
    expect(guessed).toEqual([])
  })
})
