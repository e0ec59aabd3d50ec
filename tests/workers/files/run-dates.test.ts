import { expect, test } from 'vitest'
import { importFile } from '../../../workers/files/import.ts'

/** Read the date of a small RDML file, and what is said of it. */
async function dateOf(written: string) {
  const text =
    '<rdml xmlns="http://www.rdml.org" version="1.3"><dye id="FAM"/><sample id="S1"><type>unkn</type></sample>' +
    '<target id="T1"><type>toi</type><dyeId id="FAM"/></target><experiment id="E"><run id="R">' +
    `<pcrFormat><rows>8</rows><columns>12</columns></pcrFormat><runDate>${written}</runDate>` +
    '<react id="1"><sample id="S1"/><data><tar id="T1"/>' +
    [10, 11, 12.5].map((y, i) => `<adp><cyc>${i + 1}</cyc><fluor>${y}</fluor></adp>`).join('') +
    '</data></react></run></experiment></rdml>'
  const { runs } = await importFile('x', new TextEncoder().encode(text))
  const said = runs[0]?.notices.filter(({ place }) => place.path === 'date') ?? []
  return [runs[0]?.source.date, said.map(({ code, params }) => [code, params['element']])]
}

test.each([
  '2024-02-29',
  '2019-12-31T23:59:59',
  '2019-12-31T23:59:59.5Z',
  '2019-03-31T02:30:00+14:00',
  '1996-05-01T00:00:00-12:00',
])('the date %s is that of the run', async (date) => {
  expect(await dateOf(date)).toEqual([date, []])
})

test.each([
  // Leave out what JavaScript takes for days of March.
  '2023-02-29T10:00:00Z',
  '2019-02-31',
  '2019-03-19T04:75:00Z',
  '2016-12-31T23:59:60Z',
  // Leave out words for no date: of .NET, of spreadsheets, of Unix, and of a clock without a battery.
  '0001-01-01T00:00:00',
  '1899-12-30T00:00:00Z',
  '1970-01-01T00:00:00Z',
  '1980-01-01T00:00:00',
  // Leave out year 10000 in UTC, which no record can hold.
  '9999-12-31T23:59:59-12:00',
])('A24-27: the date %s is left out, with a notice, in place of another day', async (date) => {
  expect(await dateOf(date)).toEqual([null, [['element_ignored', date]]])
})
