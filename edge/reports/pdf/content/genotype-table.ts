import type { GenotypeResult } from '../../../../domain/results.ts'
import { releaseGenotypes, writeAlleles } from '../../../../domain/rules/genotype.ts'
import { heldBack } from '../../../../domain/rules/sample-review.ts'
import type { Sliced } from '../../../../workers/slices.ts'
import type { PdfPage } from '../file/pdf-page.ts'
import type { Element } from '../file/structure.ts'
import type { Strip } from '../page/paginate.ts'
import type { Sheet } from '../page/sheet.ts'
import { longTable } from '../page/table-strips.ts'
import { heading } from '../page/text-strips.ts'
import { type ReportFacts, samplesById } from './report-facts.ts'

/** List the genotypes of the wells that are shown, at each place, as they may be released. */
export function* genotypes(
  sheet: Sheet,
  parent: Element,
  facts: ReportFacts,
): Sliced<Strip<PdfPage>[]> {
  const { say, results } = facts
  const samples = samplesById(facts)
  const shown = new Set(results.wells.map(({ well }) => well))
  const found = releaseGenotypes(results).filter(({ well }) => shown.has(well))
  if (found.length === 0) return []
  const columns = [
    { title: say.word('target'), share: 3 },
    { title: say.word('well'), share: 1.2 },
    { title: say.word('sample'), share: 4 },
    { title: say.word('result'), share: 4 },
  ]
  const rows = found.map((one) => [
    one.name,
    one.well,
    samples.get(one.sample_uuid ?? '')?.name ?? '',
    genotypeText(facts, one),
  ])
  return [
    ...heading(sheet, parent, say.word('genotypes')),
    ...(yield* longTable(sheet, parent, columns, rows)),
  ]
}

function genotypeText({ say, record, results }: ReportFacts, one: GenotypeResult): string {
  const held = heldBack(record, one.sample_uuid ?? '')
  if (held) return say.word(`call.${held.verdict}`)
  const alleles = results.evaluation.genotypes?.find(({ name }) => name === one.name)?.alleles
  if (one.call === 'not_amplified') return say.word('genotype.not_amplified')
  const genotype = one.genotype && alleles ? writeAlleles(one.genotype, alleles) : ''
  if (one.call === 'called') return genotype
  const doubt = one.doubt === null ? '' : say.word(`doubt.${one.doubt}`)
  return [genotype, say.word('call.review'), doubt].filter(Boolean).join(', ')
}
