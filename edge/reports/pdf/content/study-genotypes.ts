import type { GenotypeResult } from '../../../../domain/results.ts'
import { writeAlleles } from '../../../../domain/rules/genotype.ts'
import type { GroupGenotypes, SampleGenotype } from '../../../../workers/study/study-genotypes.ts'
import type { LoadedStudy } from '../../study/load-study.ts'
import type { PdfPage } from '../file/pdf-page.ts'
import type { Element } from '../file/structure.ts'
import type { Sliced } from '../../../../workers/slices.ts'
import type { Strip } from '../page/paginate.ts'
import { pictureRows } from '../page/pictures.ts'
import { sharePicture } from '../page/share-picture.ts'
import { ink, type Sheet, type } from '../page/sheet.ts'
import { longTable, table } from '../page/table-strips.ts'
import { heading, paragraph } from '../page/text-strips.ts'
import type { Say } from './say.ts'

const kinds = [
  'allele_1',
  'heterozygote',
  'allele_2',
] as const satisfies readonly GenotypeResult['genotype'][]

type Facts = Pick<LoadedStudy, 'study' | 'figures'> & { say: Say }

/** Show the genotypes of a study: for each place a picture and a table of the groups, then every sample. */
export function* studyGenotypes(
  sheet: Sheet,
  parent: Element,
  facts: Facts,
): Sliced<Strip<PdfPage>[]> {
  const { say, study } = facts
  const { groups, samples } = facts.figures.genotypes
  if (samples.length === 0) return []
  const places = [...Map.groupBy(groups, placeOf).values()]
  const pictures = places.map((own) => drawPlace(sheet, facts, own))
  const columns = [
    { title: say.word('study.place'), share: 4 },
    { title: say.word('study.sample'), share: 6 },
    { title: say.word('study.group'), share: 4 },
    { title: say.word('genotype'), share: 6 },
    { title: say.word('study.runs'), share: 6 },
  ]
  const rows = samples.map((one) => [
    one.place,
    one.sample,
    one.group,
    sayGenotype(say, one),
    one.runs.map((run) => study.runs[run]?.name ?? '').join(', '),
  ])
  return [
    ...heading(sheet, parent, say.word('genotypes')),
    ...pictureRows(sheet, parent, pictures, 1),
    ...places.flatMap((own) => listPlace(sheet, parent, say, own)),
    ...paragraph(sheet, parent, say.word('study.genotype.how'), {
      size: type.small,
      colour: ink.quiet,
    }),
    ...(yield* longTable(sheet, parent, columns, rows)),
  ]
}

const placeOf = ({ place, alleles }: GroupGenotypes) => JSON.stringify([place, alleles])

function drawPlace({ shape }: Sheet, { say }: Facts, groups: readonly GroupGenotypes[]) {
  const { place, alleles } = groups[0]!
  return sharePicture({
    title: place,
    alt: say.word('study.genotype.alt', { place, count: groups.length }),
    kinds: [
      ...kinds.map((kind) => writeAlleles(kind, alleles)),
      say.word('study.genotype.unknown'),
    ],
    bars: groups.map(({ group, counts, unknown }) => ({
      name: group || say.word('study.genotype.noGroup'),
      counts: [...kinds.map((kind) => counts[kind]), unknown],
    })),
    shape,
    number: say.exact,
  })
}

function listPlace(sheet: Sheet, parent: Element, say: Say, groups: readonly GroupGenotypes[]) {
  const { place, alleles } = groups[0]!
  const count = { share: 3, align: 'end' as const }
  const columns = [
    { title: place, share: 6 },
    ...kinds.map((kind) => ({ title: writeAlleles(kind, alleles), ...count })),
    { title: say.word('study.genotype.unknown'), ...count },
    {
      title: say.word('study.genotype.share', { allele: alleles[0] }),
      share: 4,
      align: 'end' as const,
    },
  ]
  const rows = groups.map(({ group, counts, unknown, frequency }) => [
    group || say.word('study.genotype.noGroup'),
    ...kinds.map((kind) => say.number(counts[kind], 0)),
    say.number(unknown, 0),
    Number.isFinite(frequency) ? say.number(frequency, 3) : '',
  ])
  return table(sheet, parent, columns, rows)
}

function sayGenotype(say: Say, { call, genotype, alleles, doubt }: SampleGenotype): string {
  if (call === 'not_amplified') return say.word('genotype.not_amplified')
  if (call === 'called' && genotype) return writeAlleles(genotype, alleles)
  const why =
    doubt === null
      ? ''
      : doubt === 'wells_disagree'
        ? say.word('study.genotype.disagree')
        : say.word(`doubt.${doubt}`)
  return [say.word('call.review'), why].filter(Boolean).join(', ')
}
