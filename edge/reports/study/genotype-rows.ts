import { writeAlleles } from '../../../domain/rules/genotype.ts'
import type { WorkbookCell, WorkbookSheet } from '../../../workers/files/tidy/write-xlsx.ts'
import type { LoadedStudy } from './load-study.ts'

/** Return a row per place and sample with the genotype over all its wells. The first row names the columns. */
export function genotypeRows({ study, figures }: LoadedStudy): WorkbookCell[][] {
  return [
    [
      'Study',
      'Version',
      'Place',
      'Group',
      'Biological replicate',
      'Sample',
      'Runs',
      'Wells',
      'Genotype',
      'Call',
      'Doubt',
    ],
    ...figures.genotypes.samples.map(({ genotype, alleles, ...one }) => [
      study.name,
      study.version,
      one.place,
      one.group,
      one.replicate,
      one.sample,
      one.runs.map((run) => study.runs[run]?.name ?? '').join(', '),
      one.wells,
      genotype && writeAlleles(genotype, alleles),
      one.call,
      one.doubt,
    ]),
  ]
}

/** Return the sheets of a workbook about genotypes: groups, samples and wells. None for a study without genotypes. */
export function genotypeSheets(loaded: LoadedStudy): WorkbookSheet[] {
  if (loaded.genotypes.length === 0) return []
  return [
    { name: 'Genotype groups', rows: groupRows(loaded) },
    { name: 'Genotypes', rows: genotypeRows(loaded) },
    { name: 'Genotype wells', rows: wellRows(loaded) },
  ]
}

function groupRows({ figures }: LoadedStudy): WorkbookCell[][] {
  return [
    [
      'Place',
      'Group',
      'First allele',
      'Second allele',
      'First / first',
      'First / second',
      'Second / second',
      'Unknown',
      'Part of the first allele',
    ],
    ...figures.genotypes.groups.map(({ place, group, alleles, counts, unknown, frequency }) => [
      place,
      group,
      ...alleles,
      counts.allele_1,
      counts.heterozygote,
      counts.allele_2,
      unknown,
      Number.isFinite(frequency) ? frequency : null,
    ]),
  ]
}

function wellRows({ study, genotypes }: LoadedStudy): WorkbookCell[][] {
  return [
    ['Run', 'Well', 'Sample', 'Sample type', 'Place', 'Genotype', 'Call', 'Doubt'],
    ...genotypes.map(({ genotype, alleles, ...one }) => [
      study.runs[one.run]?.name ?? '',
      one.well,
      one.sample,
      one.type,
      one.place,
      one.call === 'called' && genotype ? writeAlleles(genotype, alleles) : null,
      one.call,
      one.doubt,
    ]),
  ]
}
