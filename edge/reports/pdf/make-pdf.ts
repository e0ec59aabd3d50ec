import { isIsothermal } from '../../../domain/rules/assay-kind.ts'
import { finishInSlices } from '../../../workers/slices.ts'
import { sha256Hex } from '../../secret.ts'
import type { ReportFacts } from './content/report-facts.ts'
import { drawReport } from './draw-report.ts'
import { loadFonts, type ReadFontFile } from './type/load-fonts.ts'
import { textShaper } from './type/shape-text.ts'

/** Signs that every report may need, whatever its language: numbers, and what stands for a cut text. */
const always = ' 0123456789.,:;()–−-…%/°×ΔFRndTabcuABCDEFGH'
const atCurves = ['curves', 'melt', 'axis.temperature'] as const

/**
 * Make a report as a PDF file: fonts in it, text that can be searched, tagged, no links and no scripts. The same facts
 * give the same bytes (decisions 76).
 */
export async function makePdf(
  facts: ReportFacts,
  readFont: ReadFontFile,
): Promise<Uint8Array<ArrayBuffer>> {
  // Drawn twice: first without fonts, to see which signs are needed. A Chinese font is a hundred files. What stands at
  // curves is known without drawing them.
  const { say } = facts
  const texts = new Set([always, say.number(1234.5, 1)])
  const axis = isIsothermal(facts.results.evaluation) ? 'axis.time' : 'axis.cycle'
  for (const key of [...atCurves, axis] as const) texts.add(say.word(key))
  const collect = drawReport({ ...facts, curves: null }, (text, bold = false) => {
    texts.add(text)
    return { glyphs: [], width: 0, bold }
  })
  await finishInSlices(collect)
  const fonts = await loadFonts([...texts].join(''), readFont)
  const drawn = await finishInSlices(drawReport(facts, textShaper(fonts)))
  return finishInSlices(drawn.write(idOf(facts)))
}

/** Derive the file's id from its content, so that it is the same whenever it is made. */
function idOf({ record, resultHash, template, filters, sample, say, paper }: ReportFacts): string {
  const parts = [
    record.uuid,
    record.updated_at,
    resultHash,
    template,
    filters,
    sample?.uuid ?? null,
  ]
  return sha256Hex(JSON.stringify([...parts, say.language, paper])).slice(0, 32)
}
