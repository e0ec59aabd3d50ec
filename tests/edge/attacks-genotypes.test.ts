import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { GenotypeResult, Results } from '../../domain/results.ts'
import { loadResults } from '../../edge/runs/evaluate.ts'
import { speaker } from '../../edge/reports/pdf/content/say.ts'
import { makePdf } from '../../edge/reports/pdf/make-pdf.ts'
import { reportFontReader } from '../../edge/reports/report-fonts.ts'
import { resultRows } from '../../edge/reports/results-csv.ts'
import { foundLab, origin } from './lab.ts'
import { makeCompleted } from './made-analyses.ts'
import { readPdf } from './pdf-text.ts'

/*
 * A run with one place of two alleles and three wells: the first sample is held by a reviewer, in the second a control of an allele has
 * failed, and the third may be released.
 */

let record: Analysis
let results: Results
let hash: string
beforeAll(async () => {
  const lab = await foundLab('genotyped')
  const made = await makeCompleted(await lab.as('Manager'), lab.swarm)
  hash = made.results.at(-1)?.hash ?? ''
  const found = await loadResults(env as unknown as Env, made, hash)
  const [first, second] = made.method.evaluation.targets.map(({ name }) => name)
  const alleles: [string, string] = [first ?? '', second ?? '']
  // Make each well a sample of its own, as on a plate of patients.
  const wells = [...new Set(found.wells.map(({ well }) => well))].slice(0, 3)
  const samples = wells.map((well, at) => ({
    ...made.samples[0]!,
    uuid: crypto.randomUUID(),
    name: `Patient ${at + 1}`,
    coordinates: [well],
  }))
  const ownerOf = (well: string) => samples[wells.indexOf(well)]?.uuid ?? null
  const [template] = found.samples
  results = {
    ...found,
    wells: wells.map((well) => ({
      ...found.wells.find((one) => one.well === well)!,
      target: alleles[0],
      sample_uuid: ownerOf(well),
    })),
    samples: samples.flatMap(({ uuid }, at) =>
      alleles.map((target) => ({
        ...template!,
        sample_uuid: uuid,
        target,
        wells: [wells[at] ?? ''],
        call: at === 1 && target === alleles[0] ? ('invalid' as const) : ('detected' as const),
      })),
    ),
    evaluation: { ...found.evaluation, genotypes: [{ name: 'rs6025', alleles }] },
    genotypes: wells.map((well): GenotypeResult => ({
      name: 'rs6025',
      well,
      sample_uuid: ownerOf(well),
      genotype: 'heterozygote',
      call: 'called',
      doubt: null,
      confidence: 1,
    })),
  }
  const word = { user_uuid: made.user_uuid, user_name: 'Reviewer', at: made.updated_at }
  record = {
    ...made,
    samples,
    sample_reviews: [
      {
        ...word,
        sample_uuid: samples[0]?.uuid ?? '',
        verdict: 'rejected',
        reason: 'repeat it',
        result_hash: hash,
      },
    ],
  }
}, 60_000)

describe('eighteenth attack A18-5: the genotype of a sample that is not released', () => {
  it('is not printed, nor that of one whose control failed', async () => {
    const facts = {
      record,
      results,
      resultHash: hash,
      curves: null,
      points: record.points,
      calibrations: null,
      template: 'analysis_summary' as const,
      filters: {},
      sample: null,
      laboratory: 'Lab',
      protocol: null,
      applications: [],
      say: speaker('en', 'UTC', 'dd/MM/yyyy'),
      paper: 'a4' as const,
    }
    const { texts } = await readPdf(await makePdf(facts, reportFontReader(env, origin)))
    const lines = texts.join('\n').split('\n')
    const table = lines.slice(lines.indexOf('Genotypes'))
    const shown = [1, 2, 3].map((at) => table[table.indexOf(`Patient ${at}`) + 1])
    const [one, other] = results.evaluation.genotypes?.[0]?.alleles ?? []
    expect(shown).toEqual(['Rejected', 'Review', `${one}/${other}`])
  })

  it('is not in the table of results either', () => {
    const facts = { end: '', calibrations: '', device: null }
    const [columns, ...rows] = resultRows(record, results, hash, facts)
    const [sample, genotype] = ['Sample', 'Genotype'].map((name) => columns!.indexOf(name))
    expect(rows.map((row) => [row[sample!], row[genotype!]])).toEqual([
      ['Patient 1', ''],
      ['Patient 2', 'rs6025=review'],
      ['Patient 3', 'rs6025=heterozygote'],
    ])
  })
})
