import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { studyCalls } from '../../domain/calls/studies.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { type Study, type StudyFormat, studyFormats } from '../../domain/entities/study.ts'
import { importFile } from '../../workers/files/import.ts'
import example from '../fixtures/files/RDES_v1_0_example_amplification.tsv?raw'
import alleles from '../fixtures/files/appbio_quantstudio_example03.txt?raw'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import {
  holding,
  importForm,
  makeCompleted,
  makeValidated,
  signing,
  validate,
} from './made-analyses.ts'
import { changeInside } from './matrix/world.ts'
import { readPdf } from './pdf-text.ts'

let lab: Lab
let manager: Sender
let runs: Analysis[]
beforeAll(async () => {
  lab = await foundLab('studies')
  manager = await lab.as('Manager')
  runs = [await makePlate('Plate 1'), await makePlate('Plate 2')]
}, 60_000)

/** Import the four samples of the example, each in wells of three exons and two references, and sign the run. */
async function makePlate(name: string): Promise<Analysis> {
  const form = importForm(lab.swarm, { name })
  form.set('file', new File([example], 'example.tsv'))
  return validate(manager, (await must(manager(analysisCalls.import, { body: form }))).data)
}

const at = (id: string) => ({ params: { id } })
const named = (list: readonly Analysis[]) => list.map(({ uuid }) => ({ analysis_uuid: uuid }))

async function make(more: object = {}): Promise<Study> {
  const body = { name: 'Exons', swarm_uuid: lab.swarm, runs: named(runs), ...more }
  return (await must(manager(studyCalls.create, { body }))).data
}

/**
 * Return settings with the genomic DNA as calibrator. Exons are the references: no-template controls rise in the two of
 * the file, so that the run's rules make their results invalid.
 */
function settings() {
  const names = [...new Set(runs[0]!.samples.map(({ name }) => name))]
  return {
    samples: names.map((name) => ({
      name,
      group: name === 'gDNA' ? 'genome' : 'patients',
      replicate: '',
    })),
    targets: runs[0]!.method.evaluation.targets.map(({ name }) => ({
      name,
      role: name === 'Exon 1' || name === 'Exon 2' ? 'reference' : 'target',
      threshold: null,
      efficiency: null,
    })),
    calibrator: 'genome',
  }
}

describe('issue 20: studies', () => {
  it('pin signed runs with their results, and count the versions of their settings', async () => {
    const made = await make()
    expect(made.runs).toEqual(
      runs.map((run) => ({
        analysis_uuid: run.uuid,
        name: run.name,
        results_hash: run.results.at(-1)!.hash,
      })),
    )
    expect(made).toMatchObject({ version: 1, status: 'active', method: 'ddcq', samples: [] })
    const edit = (body: object) => manager(studyCalls.edit, { ...at(made.uuid), body })
    expect((await must(edit({ name: 'Renamed' }))).data.version).toBe(1)
    const changed = (await must(edit({ ...settings(), base: undefined }))).data
    expect(changed).toMatchObject({ version: 2, calibrator: 'genome', user_name: made.user_name })
    expect((await must(edit({ runs: named(runs.slice(0, 1)) }))).data.runs).toHaveLength(1)
    const stale = await edit({ name: 'Late', base: made.updated_at })
    expect(stale.status).toBe(409)
  })

  it('refuse runs that are not signed, in another swarm, or out of sight, by their place', async () => {
    const open = await makeCompleted(manager, lab.swarm)
    const { uuid } = (await must(manager(sessionCalls.me))).data
    const patch = { swarms: [lab.swarm, lab.otherSwarm] }
    await changeInside(lab.company, { type: 'patch', kind: 'user', uuid, patch })
    const other = await makeValidated(manager, lab.otherSwarm)
    const stranger = { uuid: crypto.randomUUID() } as Analysis
    for (const [run, status, reason] of [
      [open, 409, 'study_run_unsigned'],
      [other, 409, 'study_other_swarm'],
      [stranger, 404, 'study_run_unknown'],
    ] as const) {
      const body = { name: 'No', swarm_uuid: lab.swarm, runs: named([runs[0]!, run]) }
      const answer = await manager(studyCalls.create, { body })
      expect(answer.status).toBe(status)
      expect(answer.errors[0]).toMatchObject({ reason, field: 'runs.1.analysis_uuid' })
    }
    const twice = { name: 'No', swarm_uuid: lab.swarm, runs: named([runs[0]!, runs[0]!]) }
    expect((await manager(studyCalls.create, { body: twice })).errors[0]?.reason).toBe('repeated')
  })

  it('an archived one opens and changes only by being brought back', async () => {
    const { uuid } = await make()
    const edit = (body: object) => manager(studyCalls.edit, { ...at(uuid), body })
    expect((await must(edit({ status: 'archived' }))).data.status).toBe('archived')
    expect((await edit({ name: 'Late' })).errors[0]?.reason).toBe('wrong_state')
    expect((await must(manager(studyCalls.get, at(uuid)))).data.status).toBe('archived')
    const listed = await must(
      manager(studyCalls.search, { body: { filters: { status: 'active' } } }),
    )
    expect(listed.data.data.some((one) => one.uuid === uuid)).toBe(false)
    expect((await must(edit({ status: 'active' }))).data).toMatchObject({
      status: 'active',
      version: 1,
    })
  })

  it('are signed once, and change never again; the author does not sign with four eyes', async () => {
    const made = await make(settings())
    const sign = (record: Study) =>
      manager(studyCalls.sign, { ...at(made.uuid), body: signing(record) })
    expect((await sign({ ...made, calibrator: 'other' })).errors[0]?.reason).toBe(
      'changed_meanwhile',
    )
    const { signature } = (await must(sign(made))).data
    expect(signature).toMatchObject({ meaning: 'approval', record_hash: signing(made).record_hash })
    const edit = (body: object) => manager(studyCalls.edit, { ...at(made.uuid), body })
    expect((await edit({ calibrator: '' })).errors[0]?.reason).toBe('wrong_state')
    const asked = { ...at(made.uuid), query: { format: 'pdf', language: 'en' } } as const
    const pdf = await readPdf((await must(manager(studyCalls.export, asked))).data)
    expect(JSON.stringify(pdf)).not.toContain('DRAFT')
    for (const words of ['Electronic signature', signature?.printed_name]) {
      expect(pdf.texts[0]).toContain(words)
    }
    expect((await sign(made)).errors[0]?.reason).toBe('wrong_state')
    const kept = (await must(edit({ status: 'archived' }))).data
    expect(kept.signature).toEqual(signature)
    const eyes = await foundLab('studies-eyes', { four_eyes: 'Y' })
    const [author, other] = [await eyes.as('Manager'), await eyes.as('Administrator')]
    const run = await validate(other, await makeCompleted(author, eyes.swarm))
    const body = { name: 'Two', swarm_uuid: eyes.swarm, runs: named([run]) }
    const two = (await must(author(studyCalls.create, { body }))).data
    const parts = { ...at(two.uuid), body: signing(two) }
    expect((await author(studyCalls.sign, parts)).errors[0]?.reason).toBe('four_eyes')
    await must(other(studyCalls.sign, parts))
  }, 60_000)

  it('are seen by the people of their swarm alone', async () => {
    const made = await make()
    const elsewhere = await foundLab('studies-elsewhere')
    const stranger = await elsewhere.as('Manager')
    expect((await stranger(studyCalls.get, at(made.uuid))).status).toBe(404)
    const exported = { ...at(made.uuid), query: { format: 'csv' } }
    expect((await stranger(studyCalls.export, exported)).status).toBe(404)
    expect((await must(manager(studyCalls.get, at(made.uuid)))).data).toEqual(made)
  })
})

describe('issue 20: exports of a study', () => {
  const read = async (study: Study, format: StudyFormat) => {
    const parts = { ...at(study.uuid), query: { format, language: 'en' } }
    return (await must(manager(studyCalls.export, parts))).data
  }
  const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

  it('a table, a workbook, the runs as RDML, a script and a printed figure', async () => {
    const study = await make(settings())
    for (const format of studyFormats.filter((one) => one !== 'genotypes')) {
      expect((await read(study, format)).byteLength, format).toBeGreaterThan(1000)
    }
    const lines = textOf(await read(study, 'csv')).split('\r\n')
    expect(lines[0]).toContain('Fold low')
    const [gDNA, other] = ['gDNA', 'SJ-NB-6'].map((name) => {
      return lines
        .find((line) => line.includes(`,${name},`))
        ?.split(',')
        .map(Number)
    })
    // Expect 1 for the calibrator; the fold of another follows from its ddCq.
    expect(gDNA?.[14]).toBe(1)
    expect(other?.[14]).toBeCloseTo(2 ** -other![11]!, 9)
    const rdml = await importFile('study.rdml', await read(study, 'rdml'))
    expect(rdml.runs.map(({ name }) => name)).toEqual(['Plate 1', 'Plate 2'])
    const script = textOf(await read(study, 'r'))
    expect(script).toContain(`results ${study.runs[1]!.results_hash}`)
    const pdf = await readPdf(await read(study, 'pdf'))
    for (const word of [
      'Exons',
      'patients',
      'Exon 1, Exon 2',
      'Livak 2001',
      study.runs[0]!.results_hash.slice(0, 40),
      'Not signed',
    ]) {
      expect(JSON.stringify(pdf)).toContain(word)
    }
    // Mark each page of what nobody has signed (A27-87).
    for (const text of pdf.texts) expect(text).toContain('DRAFT: not signed')
    // Expect no sign of a figure that rounds to zero.
    expect(JSON.stringify(pdf)).not.toMatch(/-0[.]00\D/)
  }, 60_000)

  it('genotypes over all runs: a sample has one where all its wells agree, in table, workbook, script and print', async () => {
    const plates = [await genotyped('Alleles 1'), await genotyped('Alleles 2')]
    const samples = [...new Set(plates[0]!.samples.map(({ name }) => name))]
    const groups = samples.map((name, at) => ({
      name,
      group: at % 2 === 0 ? 'cases' : 'healthy',
      replicate: '',
    }))
    const study = await make({ runs: named(plates), samples: groups })
    const table = textOf(await read(study, 'genotypes')).replace(/^\uFEFF/, '')
    const [columns, ...rows] = table.trim().split('\r\n')
    expect(columns).toContain('Genotype,Call,Doubt')
    expect(rows.length).toBeGreaterThan(1)
    // Expect the wells of each sample twice and its genotype once, since both plates are the same file.
    expect(rows.every((row) => row.includes('"Alleles 1, Alleles 2"'))).toBe(true)
    // Expect one genotype alone in doubt and never called, since it cannot be named.
    expect(table).toContain('Allele 1,"Alleles 1, Alleles 2",4,,review,cluster_unnamed')
    expect(table).toContain('NTC,"Alleles 1, Alleles 2",2,,not_amplified,')
    const script = textOf(await read(study, 'r'))
    expect(script).toContain('genotypes <- data.frame(')
    expect(script).toContain('barplot(t(counts)')
    const sheets = unzipSync(await read(study, 'xlsx'))
    expect(textOf(sheets['xl/workbook.xml']!)).toContain('name="Genotype groups"')
    const pdf = JSON.stringify(await readPdf(await read(study, 'pdf')))
    for (const word of ['Genotypes', 'healthy', 'Share of', 'Each biological replicate']) {
      expect(pdf).toContain(word)
    }
  }, 60_000)

  const genotyped = async (name: string) => {
    const form = importForm(lab.swarm, { name })
    form.set('file', new File([alleles], 'appbio_quantstudio_example03.txt'))
    return validate(manager, (await must(manager(analysisCalls.import, { body: form }))).data)
  }

  it('a threshold over all runs reads the curves again, and is printed', async () => {
    const { targets, ...rest } = settings()
    const plain = await make({ targets, ...rest })
    const moved = await make({
      ...rest,
      targets: targets.map((one) => ({ ...one, threshold: 60 })),
    })
    const meanOf = async (study: Study) => textOf(await read(study, 'csv')).split('\r\n')[1]
    expect(await meanOf(moved)).not.toBe(await meanOf(plain))
    expect(JSON.stringify(await readPdf(await read(moved, 'pdf')))).toContain('One threshold')
  }, 60_000)

  const at3 = ({ samples }: Analysis) =>
    samples.findIndex(({ name, well_type }) => name === 'gDNA' && well_type === 'Exon 3')

  it('leave out samples that a reviewer held back', async () => {
    const open = await must(manager(analysisCalls.import, { body: formOf() }))
    await must(
      manager(analysisCalls.reviewSamples, {
        ...at(open.data.uuid),
        body: holding(open.data, at3(open.data)),
      }),
    )
    const record = (await must(manager(analysisCalls.get, at(open.data.uuid)))).data
    const signed = await validate(manager, record)
    const study = await make({ ...settings(), runs: named([signed]) })
    // Expect the name of a sample for its mix alone: the run has it once for each.
    const lines = textOf(await read(study, 'csv'))
    expect(lines).toContain('Exon 3,patients,SJ-NB-6')
    expect(lines).not.toContain('Exon 3,genome,gDNA')
  }, 60_000)

  const formOf = () => {
    const form = importForm(lab.swarm, { name: 'Held' })
    form.set('file', new File([example], 'example.tsv'))
    return form
  }
})
