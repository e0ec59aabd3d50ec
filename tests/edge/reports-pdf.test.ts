import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Process } from '../../domain/entities/process-recipe.ts'
import { reportTemplates } from '../../domain/entities/report.ts'
import { languageCodes, languages } from '../../domain/catalog/languages.ts'
import { loadResults, readCurves } from '../../edge/runs/evaluate.ts'
import type { ReportFacts } from '../../edge/reports/pdf/content/report-facts.ts'
import { speaker } from '../../edge/reports/pdf/content/say.ts'
import { drawReport } from '../../edge/reports/pdf/draw-report.ts'
import { makePdf as makeReport } from '../../edge/reports/pdf/make-pdf.ts'
import { fontFileFor } from '../../edge/reports/pdf/type/font-files.ts'
import { reportFontReader } from '../../edge/reports/report-fonts.ts'
import { sha256Hex } from '../../edge/crypto/secret.ts'
import type { Sliced } from '../../workers/slices.ts'
import { foundLab, type Lab, must, origin, type Sender } from './lab.ts'
import { holding, importForm, makeCompleted, validate } from './made-analyses.ts'
import { readPdf } from './pdf-text.ts'

let lab: Lab
let manager: Sender
let record: Analysis
beforeAll(async () => {
  lab = await foundLab('reports-pdf')
  manager = await lab.as('Manager')
  record = await makeNamed()
})

/** Text that must be printed unchanged, without any effect. */
const hostile = ') Tj /JavaScript (app.alert(1)) <script> https://evil.example =1+1 %'
const mayNotBe = [
  '/JavaScript',
  '/JS',
  '/OpenAction',
  '/AA',
  '/URI',
  '/Launch',
  '/Annots',
  '/EmbeddedFile',
]

/** Names of each script, as in a text that is read from left to right. */
const names = ['Łukasz µ-Ψ Ω', 'Образец № 7', '样本七号', 'Ngọc Đức', '\u05d0\u05d1', 'Last one']

/** Make the same small run with a sample in each well. */
async function makeNamed(): Promise<Analysis> {
  const form = importForm(lab.swarm, { name: hostile })
  const text = await (form.get('file') as File).text()
  let next = 0
  form.set('file', new File([text.replaceAll('gDNA', () => names[next++] ?? '')], 'example.tsv'))
  return (await must(manager(analysisCalls.import, { body: form }))).data
}

const by = (id: string) => ({ params: { id } })

async function makePdf(query: Record<string, string> = {}, body: object = {}): Promise<Uint8Array> {
  const parts = { ...by(record.uuid), query: { format: 'pdf', ...query }, body }
  return (await must(manager(reportCalls.createAnalysis, parts))).data
}

describe('a report as PDF', () => {
  it('[SCREEN-017] [VAL-054] is a draft of the first template until the analysis is signed, with all results in words', async () => {
    const answer = await must(
      manager(reportCalls.createAnalysis, {
        ...by(record.uuid),
        query: { format: 'pdf' },
        body: {},
      }),
    )
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain(
      'analysis_results.pdf',
    )
    const { texts, pages, title, author, language } = await readPdf(answer.data)
    expect(title).toBe(`Analysis report: ${hostile}`)
    expect(author).toBe('Lab reports-pdf')
    expect(language).toContain('FEFF0065006E')
    const all = texts.join('\n')
    for (const [index, text] of texts.entries()) {
      expect(text).toContain('DRAFT: not validated')
      expect(text).toContain(`Page ${index + 1} of ${pages}`)
      expect(text).toContain(record.results.at(-1)?.hash)
      expect(text).toContain(record.uuid)
    }
    expect(record.samples.map(({ name }) => name)).toEqual(names)
    for (const name of names.slice(0, 4)) expect(all).toContain(name)
    for (const { name } of record.method.evaluation.targets) expect(all).toContain(name)
    for (const word of [
      'Not signed',
      'Results by well',
      'Detected',
      'Amplification curves',
      'Settings used',
      'Thermal profile',
    ]) {
      expect(all).toContain(word)
    }
    // Expect no thermal programme in the report of a file that only counts its cycles.
    expect(all.replaceAll(/\s+/g, ' ')).toContain('has no thermal profile; it has 40 cycles.')
  })

  it('names what was tested for, and the thermal programme step by step', async () => {
    const hash = record.results.at(-1)?.hash ?? ''
    const process: Process = {
      ...record.method.process,
      lid_temperature: 105,
      steps: [
        { type: 'temperature', temperature: 95, duration: 180 },
        { type: 'temperature', temperature: 95, duration: 5.5 },
        { type: 'temperature', temperature: 60, duration: 30, measure: 'real time' },
        { type: 'loop', goto: 1, repeat: 40 },
        {
          type: 'temperature',
          temperature: 65,
          duration: 5,
          temperature_change: 0.5,
          measure: 'meltcurve',
        },
        { type: 'loop', goto: 4, repeat: 60 },
        { type: 'pause', temperature: 12 },
        { type: 'lidOpen' },
      ],
    }
    const run: Analysis = { ...record, bcube: 'cube-7', method: { ...record.method, process } }
    delete run.source
    const signed = { method: '1.1.0', signed_by: 'Ada Cole', signed_at: '2026-11-02T09:30:00.000Z' }
    const valid = { measured_at: signed.signed_at, valid_until: '2027-11-01T08:00:00.000Z' }
    const facts: ReportFacts = {
      record: run,
      results: await loadResults(env as unknown as Env, record, hash),
      resultHash: hash,
      curves: null,
      points: run.points,
      calibrations: [{ uuid: record.uuid, kind: 'thermal', ...signed, ...valid }],
      template: 'analysis_summary',
      filters: {},
      sample: null,
      laboratory: 'Lab',
      device: 'Cube North (SN-7)',
      protocol: 'Water, weekly',
      applications: ['Legionella', 'Coliforms'],
      say: speaker('en', 'UTC', 'dd/MM/yyyy'),
      paper: 'a4',
    }
    const bytes = await makeReport(facts, reportFontReader(env, origin))
    const lines = (await readPdf(bytes)).texts.join('\n').split('\n')
    expect(lines).toEqual(expect.arrayContaining(['Legionella, Coliforms', 'Cube North (SN-7)']))
    const told = lines.slice(lines.indexOf('Thermal profile'))
    for (const line of [
      '3:00',
      '0:05.5',
      'amplification',
      'Steps 2 to 3: 40 cycles',
      '65.0, +0.5 each time',
      'melting curve',
      'Step 5: 60 times in all',
      'Pause at 12.0',
      'The lid is opened',
      '105.0 °C',
    ]) {
      expect(told).toContain(line)
    }
    // Expect the calibrations that the device had, with the version of their method (issue 19).
    const text = lines.join(' ').replaceAll(/\s+/g, ' ')
    expect(text).toContain('Calibration of temperature')
    expect(text).toContain(`Ada Cole · 1.1.0 · ${record.uuid}`)
  })

  it('shows an isothermal run over minutes, with a font for the title of its axis', async () => {
    const hash = record.results.at(-1)?.hash ?? ''
    const results = await loadResults(env as unknown as Env, record, hash)
    // Take signs that no other report of the tests needs: only they show that fonts
    // are read for the title itself, whatever ran before. The text is in the file also
    // where a sign is drawn as a box, and each Chinese font has signs of other texts.
    const english = speaker('en', 'UTC', 'dd/MM/yyyy')
    const say: typeof english = {
      ...english,
      word: (key, values) => (key === 'axis.time' ? '鱻麤' : english.word(key, values)),
    }
    const asked = new Set<string>()
    const readFont = reportFontReader(env, origin)
    const facts: ReportFacts = {
      record,
      results: {
        ...results,
        evaluation: {
          ...results.evaluation,
          assay: { kind: 'isothermal', minutes_per_reading: 0.5 },
        },
      },
      resultHash: hash,
      curves: await readCurves(env as unknown as Env, record, record.curves_hash ?? ''),
      points: record.points,
      calibrations: null,
      template: 'analysis_summary',
      filters: {},
      sample: null,
      laboratory: 'Lab',
      protocol: null,
      applications: [],
      say,
      paper: 'a4',
    }
    const bytes = await makeReport(facts, (file) => {
      asked.add(file)
      return readFont(file)
    })
    expect((await readPdf(bytes)).texts.join('\n')).toContain('鱻麤')
    expect(asked).toContain(fontFileFor('鱻'.codePointAt(0) ?? 0, false))
    expect(asked).toContain(fontFileFor('麤'.codePointAt(0) ?? 0, false))
  })

  it('sixth attack F6-11: is drawn and written in slices, each part and page of its own', async () => {
    const results = await loadResults(
      env as unknown as Env,
      record,
      record.results.at(-1)?.hash ?? '',
    )
    const facts: ReportFacts = {
      record,
      results,
      resultHash: '',
      curves: null,
      points: record.points,
      calibrations: null,
      template: 'analysis_summary',
      filters: {},
      sample: null,
      laboratory: 'Lab',
      protocol: null,
      applications: [],
      say: speaker('en', 'UTC', 'dd/MM/yyyy'),
      paper: 'a4',
    }
    const count = <Value>(work: Sliced<Value>): { stops: number; made: Value } => {
      for (let stops = 0; ; stops += 1) {
        const step = work.next()
        if (step.done) return { stops, made: step.value }
      }
    }
    const shape = (_text: string, bold = false) => ({ glyphs: [], width: 0, bold })
    const drawn = count(drawReport(facts, shape))
    const pages = drawn.made.pages.length
    expect(drawn.stops).toBeGreaterThanOrEqual(15 + pages)
    expect(count(drawn.made.write('0'.repeat(32))).stops).toBeGreaterThanOrEqual(pages)
  })

  it('says who signed it, when and what that means, and is no draft then', async () => {
    const signed = await validate(
      manager,
      await makeCompleted(manager, lab.swarm, { name: 'Signed' }),
    )
    const parts = { ...by(signed.uuid), query: { format: 'pdf' }, body: {} }
    const file = (await must(manager(reportCalls.createAnalysis, parts))).data
    const all = (await readPdf(file)).texts.join('\n')
    expect(all).not.toContain('DRAFT')
    expect(all).toContain(signed.signature?.printed_name)
    expect(all).toContain('Approval')
    const hash = signed.signature?.record_hash ?? ''
    expect(all.replaceAll('\n', '')).toContain(hash)
  })

  it('[SCREEN-017] is made by every template', async () => {
    for (const { name, type, readableName } of reportTemplates) {
      const id = type === 'sample' ? (record.samples[0]?.uuid ?? '') : record.uuid
      const row = type === 'sample' ? reportCalls.createSample : reportCalls.createAnalysis
      const query = { template_name: name, format: 'pdf' }
      const file = (await must(manager(row, { ...by(id), query, body: {} }))).data
      expect((await readPdf(file)).texts[0]).toContain(readableName)
    }
  })

  it('of a sample names no other sample', async () => {
    const [sample, other] = record.samples
    if (!sample || !other) throw new Error('the run has several samples')
    const parts = { ...by(sample.uuid), query: { format: 'pdf' }, body: {} }
    const file = (await must(manager(reportCalls.createSample, parts))).data
    const { texts, title } = await readPdf(file)
    expect(title).toContain(sample.name)
    expect(texts.join('\n')).toContain(sample.name)
    const lines = texts.join('\n').split('\n')
    expect(lines).not.toContain(other.name)
    // Tell the two tables of a sample apart by their headings (A27-86).
    expect(lines.filter((line) => line === 'Results of the samples')).toHaveLength(1)
    expect(lines).toContain('Results by well')
  })

  it('holds what filters and ticks leave, and says so', async () => {
    const [first, second] = record.samples
    if (!first || !second) throw new Error('the run has several samples')
    const filtered = await readPdf(await makePdf({}, { filters: { samples: [second.name] } }))
    const lines = filtered.texts.join('\n').split('\n')
    expect(lines).toContain(second.name)
    expect(lines).not.toContain(first.name)
    expect(filtered.texts[0]).toContain(`Shown: samples: ${second.name}`)
    const ticked = await readPdf(await makePdf({}, { samples: { [first.uuid]: false } }))
    expect(ticked.texts.join('\n').split('\n')).not.toContain(first.name)
  })

  it('releases no result of a sample that a reviewer holds back, and says who and why', async () => {
    const held = await makeNamed()
    const body = holding(held)
    await must(manager(analysisCalls.reviewSamples, { ...by(held.uuid), body }))
    const query = { format: 'pdf', template_name: 'analysis_summary' }
    const parts = { ...by(held.uuid), query, body: { filters: { samples: [names[0]] } } }
    const file = (await must(manager(reportCalls.createAnalysis, parts))).data
    const lines = (await readPdf(file)).texts.join('\n').split('\n')
    const all = lines.join(' ')
    expect(all).toContain('repeat it')
    expect(all).toContain('Manager of reports-pdf')
    // Read the line of the held sample in the table of results, from its name on.
    const told = lines.slice(lines.lastIndexOf(names[0] ?? ''))
    expect(told).toContain('Held back')
    for (const call of ['Detected', 'Not detected', 'Review', 'Invalid']) {
      expect(told).not.toContain(call)
    }
    expect(lines).toContain('not released')
  })

  it('is kept by the hash of its bytes, which are the same for the same record', async () => {
    const body = { format: 'pdf' }
    const made = await must(manager(analysisCalls.report, { ...by(record.uuid), body }))
    const report = made.data
    expect(report).toMatchObject({ format: 'pdf', template: 'analysis_results' })
    const kept = (await must(manager(reportCalls.download, by(report.uuid)))).data
    expect(sha256Hex(kept)).toBe(report.file_hash)
    expect(sha256Hex(await makePdf())).toBe(report.file_hash)
  })

  it('has no links, scripts or actions, and what people typed is text in it', async () => {
    const file = await makePdf()
    const { names, texts, fonts } = await readPdf(file)
    for (const name of mayNotBe) expect(names).not.toContain(name)
    const raw = new TextDecoder('latin1').decode(file)
    for (const name of mayNotBe) expect(raw).not.toContain(name)
    expect(texts.join(' ').replaceAll(/\s+/g, ' ')).toContain(hostile.slice(0, 20))
    expect(fonts.length).toBeGreaterThan(0)
    expect(fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true)
  })

  it('is tagged: headings, tables with heads, and pictures that are described in words', async () => {
    const { names, figures } = await readPdf(await makePdf())
    for (const name of [
      '/StructTreeRoot',
      '/H1',
      '/H2',
      '/Table',
      '/TR',
      '/TH',
      '/TD',
      '/Figure',
    ]) {
      expect(names).toContain(name)
    }
    expect(figures.some((alt) => alt.startsWith('Amplification curves of'))).toBe(true)
    expect(figures.some((alt) => alt.startsWith('Plate of'))).toBe(true)
  })

  it('is printed on A4, or on letter where that is asked for', async () => {
    const heights = await Promise.all(
      [{}, { paper: 'letter' }].map(async (query) => {
        const raw = await makePdf(query)
        const { PDFDocument } = await import('@cantoo/pdf-lib')
        return Math.round((await PDFDocument.load(raw)).getPage(0).getHeight())
      }),
    )
    expect(heights).toEqual([842, 792])
  })

  it('[SCREEN-017] is made in every language, with its own signs in the text', async () => {
    for (const language of languageCodes) {
      const { texts, fonts } = await readPdf(await makePdf({ language }))
      const title = speaker(language, 'UTC', 'dd/MM/yyyy').word('title.analysis')
      // Reverse what runs from the right: its letters are drawn from left to right.
      const isTurned = languages[language].dir === 'rtl'
      expect(texts[0]).toContain(isTurned ? [...title].slice(1).toReversed().join('') : title)
      expect(fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true)
    }
  })

  it('is asked for by those who may make reports only', async () => {
    const parts = { ...by(record.uuid), query: { format: 'pdf' }, body: {} }
    const stranger = await (await foundLab('reports-pdf-other')).as('Manager')
    expect((await stranger(reportCalls.createAnalysis, parts)).status).toBe(404)
    expect(
      (
        await manager(reportCalls.createAnalysis, {
          ...parts,
          query: { format: 'pdf', paper: 'a3' },
        })
      ).status,
    ).toBe(422)
  })
})
