// Files in which one well could pass for another, or the sample of one well for that of another.
import { readFileSync } from 'node:fs'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it, test } from 'vitest'
import { curveOf, findChannel } from '../../../workers/curves/readings.ts'
import { findMisfits } from '../../../workers/files/fit-plan.ts'
import type { ImportPlan } from '../../../workers/files/import-plan.ts'
import { importFile } from '../../../workers/files/import.ts'
import { matchRuns } from '../../../workers/files/match-plan.ts'
import { planImport } from '../../../workers/files/plan-import.ts'
import { makeRex } from '../../support/rotor-files.ts'
import { cfxSheets, makeEds1, makeEds2, writeCsv } from '../../support/vendor-files.ts'
import { readOne } from './caught.ts'
import { uuidOf } from '../../support/uuid-of.ts'

let ids = 0
const newUuid = () => uuidOf((ids += 1))

/** Make a planned analysis of which a file is the run. */
function planOf(plan: ImportPlan) {
  const { cartridge_type, samples, process, evaluation } = plan
  const origin = { recipe_uuid: null, recipe_version: 0, protocol_uuid: null }
  const method = { ...origin, minimum_bkernel: null, process, evaluation }
  return { uuid: newUuid(), name: 'Plate 9', cartridge_type, samples, method }
}

/** Change members of an archive as text. */
function bend(archive: Uint8Array, changes: Record<string, (text: string) => string>) {
  const members = unzipSync(archive)
  for (const [name, change] of Object.entries(changes)) {
    const before = strFromU8(members[name]!)
    const after = change(before)
    if (after === before) throw new Error(`${name} was not changed`)
    members[name] = strToU8(after)
  }
  return zipSync(members)
}

const plateXml = 'apldbio/sds/plate_setup.xml'
const signalsXml = 'apldbio/sds/multicomponentdata.xml'
const told = (notices: readonly { code: string; severity: string; place: { well?: string } }[]) =>
  notices.map(({ severity, code, place }) => [severity, code, place.well])

describe('A21-1: a well that is there again', () => {
  const rdml = (second: string) =>
    '<rdml xmlns="http://www.rdml.org" version="1.3"><dye id="FAM"/><dye id="HEX"/><sample id="Ann"><type>unkn</type></sample>' +
    '<sample id="Bob"><type>unkn</type></sample><target id="T1"><type>toi</type><dyeId id="FAM"/></target>' +
    '<target id="T2"><type>toi</type><dyeId id="HEX"/></target><experiment id="E"><run id="R"><pcrFormat><rows>8</rows>' +
    `<columns>12</columns></pcrFormat>${react('Ann', 'T1')}${react(second, 'T2')}</run></experiment></rdml>`
  const react = (sample: string, target: string) =>
    `<react id="1"><sample id="${sample}"/><data><tar id="${target}"/><adp><cyc>1</cyc><fluor>10</fluor></adp></data></react>`

  it('names the other sample of a second reaction of RDML, whose target would be the first one’s', async () => {
    const { run } = await readOne(rdml('Bob'))
    expect(run.wells.map(({ sample, targets }) => [sample, targets.length])).toEqual([['Ann', 2]])
    expect(told(run.notices)).toContainEqual(['error', 'samples_differ', 'A1'])
    expect((await readOne(rdml('Ann'))).codes).not.toContain('samples_differ')
  })

  it('is named in an EDS archive of XML, and its first light is kept', async () => {
    const again = bend(makeEds1(), {
      [signalsXml]: (text) => {
        const [, first = ''] = /(<SignalData WellIndex="0">.*?<\/SignalData>)/.exec(text) ?? []
        return text.replace(
          '</MulticomponentData>',
          `${first.replaceAll(/\d+\.\d+/g, '7')}</MulticomponentData>`,
        )
      },
      [plateXml]: (text) =>
        text.replace(
          '</FeatureMap>',
          '<FeatureValue><Index>0</Index><FeatureItem><Sample><Name>Another</Name></Sample></FeatureItem></FeatureValue></FeatureMap>',
        ),
    })
    const [whole, bent] = [(await readOne(makeEds1())).run, (await readOne(again)).run]
    const light = ({ amplification }: typeof whole) => [...curveOf(amplification!.readings, 0, 0)]
    expect(light(bent)).toEqual(light(whole))
    expect(bent.wells[0]?.sample).toBe('Sample 0')
    expect(told(bent.notices)).toEqual(
      expect.arrayContaining([
        ['error', 'well_twice', 'A1'],
        ['error', 'samples_differ', 'A1'],
      ]),
    )
  })

  it('is named in an EDS archive of JSON, and in results that name another sample', async () => {
    const again = bend(makeEds2(), {
      'setup/plate_setup.json': (text) => {
        const setup = JSON.parse(text) as { wells: object[] }
        setup.wells.push({ ...setup.wells[0], sampleName: 'Another' })
        return JSON.stringify(setup)
      },
      'primary/multicomponent_data.json': (text) => {
        const data = JSON.parse(text) as { wellData: object[] }
        data.wellData.push({
          ...data.wellData[1],
          dyeData: [{ dyeName: 'FAM', fluorescences: [7] }],
        })
        return JSON.stringify(data)
      },
      'primary/analysis_result.json': (text) => {
        const found = JSON.parse(text) as { wellResults: { reactionResults: object[] }[] }
        Object.assign(found.wellResults[2]!.reactionResults[0]!, { sampleName: 'Of another plate' })
        return JSON.stringify(found)
      },
    })
    const { run } = await readOne(again)
    expect(run.wells.map(({ sample }) => sample)).toEqual(
      (await readOne(makeEds2())).run.wells.map(({ sample }) => sample),
    )
    expect(told(run.notices)).toEqual(
      expect.arrayContaining([
        ['error', 'well_twice', 'A1'],
        ['error', 'samples_differ', 'A1'],
        ['error', 'well_twice', 'A2'],
        ['error', 'samples_differ', 'B1'],
      ]),
    )
  })
})

describe('A21-2: wells that a file numbers without naming its plate', () => {
  it('are said to be counted along assumed rows: on 384 wells they would be others', async () => {
    const warning = ['warning', 'wells_counted', undefined]
    const eds = bend(makeEds1(), {
      [plateXml]: (text) => text.replace('<Rows>8</Rows><Columns>12</Columns>', ''),
    })
    const table = 'Well\tTarget Name\tReporter\tCT\n1\tGene\tFAM\t21\n25\tGene\tFAM\t22\n'
    const rdml =
      '<rdml xmlns="http://www.rdml.org" version="1.3"><sample id="S"><type>unkn</type></sample><target id="T"><type>toi</type></target>' +
      '<experiment id="E"><run id="R"><react id="25"><sample id="S"/><data><tar id="T"/><adp><cyc>1</cyc><fluor>10</fluor></adp></data></react></run></experiment></rdml>'
    for (const file of [eds, table, rdml]) {
      // oxlint-disable-next-line no-await-in-loop
      const { run } = await readOne(file)
      expect(told(run.notices)).toContainEqual(warning)
    }
    const named = `* Block Type = 384-Well Block\n\n[Results]\n${table}`
    const { run, codes } = await readOne(named)
    expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'B1'])
    expect(codes).not.toContain('wells_counted')
    expect((await readOne(makeEds1())).codes).not.toContain('wells_counted')
  })

  it('are not looked for by names of samples that look like wells', async () => {
    const rows = (names: readonly string[]) =>
      `Well\tWell Name\tTarget Name\tReporter\tCT\n${names.map((name, at) => `${at + 1}\t${name}\tGene\tFAM\t${20 + at}\n`).join('')}`
    const read = async (names: readonly string[]) =>
      (await readOne(rows(names))).run.wells.map(({ name, targets }) => [name, targets[0]?.cq])
    // Name wells of the plate that the samples came from.
    expect(await read(['H12', 'A2', 'C3'])).toEqual([
      ['A1', 20],
      ['A2', 21],
      ['A3', 22],
    ])
    expect(await read(['A1', 'A2', 'A3'])).toEqual([
      ['A1', 20],
      ['A2', 21],
      ['A3', 22],
    ])
  })
})

describe('A21-3: names of samples', () => {
  const sheet = (names: readonly string[]) => {
    const rows = names.map((name, at) => ['', `A${at + 1}`, 'FAM', 'Gene A', 'Unkn', name, 20 + at])
    const cycles = Array.from({ length: 12 }, (_, at) => ['', at + 1, ...names.map(() => 100 + at)])
    const parts = {
      'run - Quantification Cq Results.csv': [
        ['', 'Well', 'Fluor', 'Target', 'Content', 'Sample', 'Cq'],
        ...rows,
      ],
      'run - Quantification Amplification Results_FAM.csv': [
        ['', 'Cycle', ...names.map((_, at) => `A${at + 1}`)],
        ...cycles,
      ],
    }
    return zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([name, own]) => [name, strToU8(writeCsv(own))]),
      ),
    )
  }

  it('that differ only by what a record cannot hold are no replicates', async () => {
    const long = 'Patient '.padEnd(120, 'x')
    const { run } = await readOne(sheet([`${long}1`, `${long}2`, 'P\u200b1', 'P1', 'P1']))
    const { samples } = planImport(run, newUuid)
    expect(samples.map(({ coordinates }) => coordinates)).toEqual([
      ['A1'],
      ['A2'],
      ['A3'],
      ['A4', 'A5'],
    ])
  })
})

test('A21-4: a file whose second dye was cut off is a question, never half a run', async () => {
  const archive = (rows: number) =>
    zipSync(
      Object.fromEntries(
        Object.entries(cfxSheets).map(([name, sheet]) => {
          const isCut = name.endsWith('Results_HEX')
          return [`Plate 9 - ${name}.csv`, strToU8(writeCsv(isCut ? sheet.slice(0, rows) : sheet))]
        }),
      ),
    )
  const whole = await importFile('Plate 9.zip', archive(999))
  const plan = planImport(whole.runs[0]!, newUuid)
  const planned = planOf(plan)
  const named = (file: typeof whole) => ({
    ...file,
    runs: [{ ...file.runs[0]!, name: 'Plate 9' }],
  })
  expect(matchRuns(named(whole), [planned])).toEqual({ plan: planned.uuid })
  const cut = await importFile('Plate 9.zip', archive(18))
  const { readings } = cut.runs[0]!.amplification!
  expect(curveOf(readings, findChannel(readings, 'HEX'), 0)[29]).toBeNaN()
  expect(matchRuns(named(cut), [planned])).toMatchObject({ question: { reason: 'cut_short' } })
})

describe('A21-13: dyes of no known channel', () => {
  const names = (one: string, other: string) => (text: string) =>
    text.replaceAll('FAM', one).replaceAll('HEX', other)
  /** The made run with its dyes under these names; `isTurned`: the second one comes first in the archive. */
  const archive = (one: string, other: string, isTurned = false) => {
    const sheets = Object.entries(cfxSheets)
    const rename = names(one, other)
    return zipSync(
      Object.fromEntries(
        (isTurned ? sheets.toReversed() : sheets).map(([name, sheet]) => [
          `Plate 9 - ${rename(name)}.csv`,
          strToU8(rename(writeCsv(sheet))),
        ]),
      ),
    )
  }
  const runOf = async (bytes: Uint8Array) => {
    const file = await importFile('Plate 9.zip', bytes)
    return { ...file, runs: [{ ...file.runs[0]!, name: 'Plate 9' }] }
  }

  it('take a run into no plan by itself, nor into one that a person chooses: targets could be swapped', async () => {
    const known = await runOf(archive('FAM', 'HEX'))
    const plan = planImport(known.runs[0]!, newUuid)
    const planned = planOf(plan)
    expect(matchRuns(known, [planned])).toEqual({ plan: planned.uuid })
    for (const isTurned of [false, true]) {
      // oxlint-disable-next-line no-await-in-loop
      const found = await runOf(archive('Probe A', 'Probe B', isTurned))
      expect(matchRuns(found, [planned])).toMatchObject({ question: { reason: 'does_not_fit' } })
      const [misfit] = findMisfits(planImport(found.runs[0]!, newUuid), planned)
      expect(misfit).toMatchObject({ reason: 'plan_dyes' })
      expect(misfit?.params?.['dyes']).toContain('Probe A')
    }
    // Rename one alone, which can only be the one that is left.
    expect(matchRuns(await runOf(archive('FAM', 'Probe B')), [planned])).toEqual({
      plan: planned.uuid,
    })
    const blue = planImport((await runOf(archive('Blue', 'HEX'))).runs[0]!, newUuid)
    expect(findMisfits(blue, planned)[0]?.reason).toBe('plan_dyes')
  })
})

test('A21-15: a run whose targets have each other’s dyes is of no plan of them', async () => {
  const turned = (text: string) =>
    text.replaceAll('FAM', '~').replaceAll('HEX', 'FAM').replaceAll('~', 'HEX')
  const archive = (write: (text: string) => string) =>
    zipSync(
      Object.fromEntries(
        Object.entries(cfxSheets).map(([name, sheet]) => {
          const rows = sheet.map((row) =>
            row.map((cell, at) => (at === 3 && cell === '' && row[2] === 'HEX' ? 'Gene B' : cell)),
          )
          return [`Plate 9 - ${write(name)}.csv`, strToU8(write(writeCsv(rows)))]
        }),
      ),
    )
  const [usual, other] = await Promise.all(
    [(text: string) => text, turned].map((write) => importFile('Plate 9.zip', archive(write))),
  )
  const planned = planOf(planImport(usual!.runs[0]!, newUuid))
  const swapped = { ...other!, runs: [{ ...other!.runs[0]!, name: 'Plate 9' }] }
  expect(matchRuns(swapped, [planned])).toMatchObject({ question: { reason: 'does_not_fit' } })
  const [misfit] = findMisfits(planImport(other!.runs[0]!, newUuid), planned)
  expect(misfit).toMatchObject({ reason: 'plan_targets', params: { target: 'Gene A' } })
})

describe('A21-5: words that every object of the language knows', () => {
  it('are no types of samples and no dyes', async () => {
    const head = ['', 'Well', 'Fluor', 'Target', 'Content', 'Sample', 'Cq']
    const rows = [head, ['', 'A1', 'constructor', 'Gene A', 'Constructor', 'Ann', 21]]
    const { run, codes } = await readOne(writeCsv(rows))
    expect(run.wells[0]?.sampleType).toBe('unkn')
    expect(codes).toContain('sample_type_unknown')
    const rex = await readOne(makeRex().replace('<Type>2</Type>', '<Type>constructor</Type>'))
    expect(rex.run.wells.every(({ sampleType }) => typeof sampleType === 'string')).toBe(true)
    expect(rex.codes).toContain('sample_type_unknown')
    const dyes = readFileSync(
      new URL('../../fixtures/files/RDES_v1_0_example_amplification.tsv', import.meta.url),
      'utf8',
    )
    const named = await importFile(
      'a.tsv',
      strToU8(dyes.replaceAll('\tSYBRGreen I\t', '\tconstructor\t')),
    )
    const plan = planImport(named.runs[0]!, newUuid)
    expect(plan.evaluation.targets.every(({ channel }) => typeof channel === 'string')).toBe(true)
  })
})
