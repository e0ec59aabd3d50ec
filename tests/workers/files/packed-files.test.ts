import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import { importFile } from '../../../workers/files/import.ts'
import { checkImport } from '../../support/check-import.ts'
import { refusal } from './caught.ts'

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/files/${name}`, import.meta.url)))

const rdml = (id: number, light: number) =>
  strToU8(
    '<rdml xmlns="http://www.rdml.org" version="1.3"><dye id="FAM"/><sample id="S"><type>unkn</type></sample>' +
      '<target id="T"><type>toi</type><dyeId id="FAM"/></target><experiment id="E"><run id="R">' +
      `<pcrFormat><rows>8</rows><columns>12</columns></pcrFormat><react id="${id}"><sample id="S"/>` +
      '<data><tar id="T"/>' +
      [1, 2, 3].map((c) => `<adp><cyc>${c}</cyc><fluor>${light + c}</fluor></adp>`).join('') +
      '</data></react></run></experiment></rdml>',
  )

const packed = (id: number, light: number) => zipSync({ 'rdml_data.xml': rdml(id, light) })

it('A28-42: reads the RDML files of several runs in one archive', async () => {
  const file = await importFile(
    'may.zip',
    zipSync({
      'May/first.rdml': packed(1, 10),
      'May/second.rdml': packed(2, 20),
      '__MACOSX/May/._second.rdml': packed(2, 20),
    }),
  )
  expect(checkImport(file)).toEqual([])
  expect(file.runs.map(({ experiment, wells }) => [experiment, wells[0]?.name])).toEqual([
    ['first: E', 'A1'],
    ['second: E', 'A2'],
  ])
  expect([...curveOf(file.runs[1]!.amplification!.readings, 0, 1)]).toEqual([21, 22, 23])
  expect(file.notices.map(({ code, params }) => [code, params['count']])).toContainEqual([
    'files_packed',
    2,
  ])
})

it('A28-42: reads files of instruments beside each other, and tables beside them', async () => {
  const cycles = [1, 2, 3, 4, 5, 6, 7, 8].map((c) => `${c},${100 + c},${200 + c}`)
  const file = await importFile(
    'all.zip',
    zipSync({
      'cfx.rdml': fixture('BioRad_qPCR_melt.rdml'),
      'plain.zip': zipSync({ 'own.csv': strToU8(['Cycle,A1,A2', ...cycles].join('\n')) }),
      'table.csv': strToU8(['Cycle,B1,B2', ...cycles].join('\n')),
    }),
  )
  expect(checkImport(file)).toEqual([])
  expect(file.runs.map(({ wells }) => wells[0]?.name)).toEqual(['A1', 'A1', 'A1', 'B1'])
  expect(file.runs.map(({ experiment }) => experiment.split(':')[0])).toEqual([
    'cfx',
    'cfx',
    'plain',
    '',
  ])
})

it('A28-42: names a table beside the files that is not read, and the file that is damaged', async () => {
  const { notices } = await importFile(
    'a.zip',
    zipSync({
      'one.rdml': packed(1, 10),
      'two.rdml': packed(2, 10),
      'cq.csv': strToU8('Well,Sample,Cq\nA1,x,21.5\nA2,y,22.5\n'),
    }),
  )
  expect(notices.map(({ code, place }) => [code, place.member])).toContainEqual([
    'table_ignored',
    'cq.csv',
  ])
  const broken = zipSync({ 'rdml_data.xml': rdml(1, 10).slice(0, 300) })
  expect(await refusal(zipSync({ 'one.rdml': packed(1, 10), 'two.rdml': broken }))).toMatchObject({
    reason: 'xml_truncated',
    params: { member: 'two.rdml: rdml_data.xml' },
  })
  expect(
    await refusal(
      zipSync({ 'one.rdml': packed(1, 10), 'two.zip': zipSync({ 'x.rdml': packed(1, 1) }) }),
    ),
  ).toMatchObject({ reason: 'zip_nested' })
})

it('A28-42: counts what several files unpack to together', async () => {
  const large = zipSync({
    'rdml_data.xml': new Uint8Array(2 ** 20).map((_, i) => (i * 7919) % 251),
  })
  const many = zipSync({ 'a.rdml': large, 'b.rdml': large, 'c.rdml': large }, { level: 0 })
  const limits = { totalBytes: 2 * large.length + 100, memberBytes: 2 ** 22 }
  expect(await refusal(many, limits)).toMatchObject({ reason: 'zip_too_large' })
})
