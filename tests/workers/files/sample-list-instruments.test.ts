import { describe, expect, test } from 'vitest'
import { cartridges } from '../../../domain/catalog/cartridges.ts'
import { columnWords, typeWords } from '../../../domain/catalog/list-words.ts'
import { sampleTypes } from '../../../domain/entities/analysis.ts'
import { columnOfHeader, readSampleType, typeOfName } from '../../../domain/rules/list-words.ts'
import type { ListWish, UnkeptSample } from '../../../workers/files/sample-list/list-wish.ts'
import { createListSession } from '../../../workers/files/sample-list/list-session.ts'
import {
  firstListSettings,
  type ListSettings,
} from '../../../workers/files/sample-list/list-settings.ts'
import { writeListTemplate } from '../../../workers/files/sample-list/write-template.ts'
import { emptyPlate } from './open-list.ts'

type More = Partial<Omit<ListWish, 'settings'>> & { settings?: Partial<ListSettings> }

function open(text: string, { settings = {}, ...more }: More = {}) {
  const session = createListSession()
  const view = session.open(
    { name: 'list.txt', bytes: new TextEncoder().encode(text) },
    {
      type: 'create',
      settings: { ...firstListSettings, ...settings },
      target: emptyPlate,
      ...more,
    },
    { encoding: null, delimiter: null },
    'en',
  )
  const rows = session.readRows('all', 0, 1000)
  return { view, rows, layout: view.samples.map(describe96) }
}
function describe96(one: UnkeptSample) {
  const more = [one.well_type, one.quantity].filter((fact) => fact !== undefined)
  return [one.name, one.sample_type, one.coordinates.join(' '), ...more].join(' | ')
}
const readAs = ({ view }: ReturnType<typeof open>) =>
  Object.fromEntries(view.headers.flatMap(({ text, column }) => (column ? [[text, column]] : [])))
const looks = ({ view }: ReturnType<typeof open>) =>
  view.headers.flatMap(({ text, looks }) => (looks ? [`${text}: ${looks}`] : []))
const lines = (...all: string[]) => `${all.join('\n')}\n`

describe('types of samples', () => {
  test('a header that only says Type is read: a control never becomes an unknown', () => {
    const list = open('Well,Sample,Type\nA1,S-1,Unknown\nA2,Water,NTC\nA3,Pool,Pos Ctrl\n')
    expect(readAs(list)).toEqual({ Well: 'well', Sample: 'name', Type: 'sample_type' })
    expect(list.layout).toEqual(['S-1 | unknown | A1', 'Water | ntc | A2', 'Pool | positive | A3'])
    expect(list.rows.map(({ outcome }) => outcome)).toEqual([
      { kind: 'taken', wells: ['A1'] },
      { kind: 'taken', wells: ['A2'], type: 'ntc' },
      { kind: 'taken', wells: ['A3'], type: 'positive' },
    ])
  })

  test('a value that is no type is an error in its place', () => {
    const { rows, layout } = open(
      'Well,Sample,Type\nA1,S-1,Unkn\nA2,S-2,Unkn\nA3,S-3,Unkn\nA4,S-4,Unkn\nA5,x,IPC\n',
    )
    expect(layout).toEqual(
      ['S-1', 'S-2', 'S-3', 'S-4'].map((n, at) => `${n} | unknown | A${at + 1}`),
    )
    expect(rows[4]?.outcome).toEqual({
      kind: 'left',
      reason: 'csv_type_unknown',
      params: { type: 'ipc' },
    })
  })

  test('an unread column that may hold types is reported until a person decides', () => {
    const text = 'Well,Sample,Kind\nA1,S-1,Unkn\nA2,W,NTC\n'
    const list = open(text)
    expect(looks(list)).toEqual(['Kind: type'])
    expect(list.view.headers[2]).toMatchObject({ column: null, examples: ['Unkn', 'NTC'] })
    expect(looks(open(text, { ignored: ['kind'] }))).toEqual([])
    const told = open(text, { settings: { header_type: 'Kind' } })
    expect([looks(told), told.layout]).toEqual([[], ['S-1 | unknown | A1', 'W | ntc | A2']])
    // Recognise it by its header too, although no known type is in its cells.
    expect(looks(open('Well,Sample,Type\nA1,S-1,Blood\n'))).toEqual(['Type: type'])
    // Take a column for nothing that is filled with nothing but dashes.
    expect(looks(open('Well,Sample,Remark\nA1,S-1,-\n'))).toEqual([])
  })

  test('of a list that only names samples of the layout no types are missed', () => {
    const predefined = [{ name: 'S-1', sample_type: 'ntc' as const, coordinates: ['B2'] }]
    const list = open('Well,Sample,Kind\nB2,S-1,Unkn\n', {
      type: 'names',
      target: { ...emptyPlate, predefined },
    })
    expect([looks(list), list.layout]).toEqual([[], ['S-1 | ntc | B2']])
  })

  test('an ignored header is not read, although its word is known', () => {
    const list = open('Well,Sample,Type\nA1,S-1,NTC\n', { ignored: ['type'] })
    expect(list.layout).toEqual(['S-1 | unknown | A1'])
    expect(list.view.headers[2]).toMatchObject({ column: null, ignored: true, looks: null })
  })

  test('types far down in a column that begins empty are seen', () => {
    const empty = Array.from({ length: 300 }, () => ',,')
    const list = open(lines('Well,Sample,Kind', ...empty, 'A1,W,NTC'))
    expect(looks(list)).toEqual(['Kind: type'])
    expect(open(lines('Well,Sample,Type', ...empty, 'A1,W,NTC')).layout).toEqual(['W | ntc | A1'])
  })

  test('samples called after a control without a type are asked about, and become what is said', () => {
    const text = 'Well,Sample\nA1,NTC\nA2,Pos Ctrl-1\nA3,Water\nA4,S-1\n'
    const types = (controls?: 'take' | 'keep') => {
      const { view } = open(text, controls ? { controls } : {})
      return [view.controls, view.samples.map(({ sample_type }) => sample_type)]
    }
    const unknown = ['unknown', 'unknown', 'unknown', 'unknown']
    expect(types()).toEqual([['NTC', 'Pos Ctrl-1'], unknown])
    expect(types('take')).toEqual([[], ['ntc', 'positive', 'unknown', 'unknown']])
    expect(types('keep')).toEqual([[], unknown])
    // Take a type in the list for the last word.
    expect(open('Well,Sample,Type\nA1,NTC,Unknown\n').view.controls).toEqual([])
    expect(open('Well,Sample,Type\nA1,NTC,\nA2,x,NTC\n').view.controls).toEqual(['NTC'])
  })

  test('words of the catalogue mean one thing each', () => {
    for (const type of sampleTypes) {
      for (const word of typeWords[type]) expect([word, readSampleType(word)]).toEqual([word, type])
    }
    for (const [column, words] of Object.entries(columnWords)) {
      for (const word of words) expect([word, columnOfHeader(word)?.column]).toEqual([word, column])
    }
    for (const word of ['', 'IPC', 'Blood', 'S1', 'A1', 'x', '7', 'Positive?', 'control']) {
      expect([word, readSampleType(word)]).toEqual([word, null])
    }
    for (const name of [
      'N',
      '+',
      '-',
      'Water',
      'Blank',
      'S1',
      'PC',
      'Sample 4',
      '水',
      'Posidonia',
    ]) {
      expect([name, typeOfName(name)]).toEqual([name, null])
    }
  })
})

describe('sheets of instruments', () => {
  test('Bio-Rad CFX: results by well and dye', () => {
    const list = open(
      lines(
        ',Well,Fluor,Target,Content,Sample,Biological Set Name,Cq,Cq Mean,Starting Quantity (SQ),Set Point',
        ',A01,FAM,N1,Unkn-01,P-7,,24.31,24.31,N/A,60',
        ',A01,HEX,RP,Unkn-01,P-7,,25.10,25.10,N/A,60',
        ',A02,FAM,N1,Std-1,Std 1e6,,18.02,18.02,1.00000E+06,60',
        ',A03,FAM,N1,NTC,Water,,N/A,0.00,N/A,60',
        ',A04,FAM,N1,Pos Ctrl,Pool,,22.50,22.50,N/A,60',
        ',A05,FAM,N1,Neg Ctrl,Extraction,,N/A,0.00,N/A,60',
        ',A06,FAM,N1,NRT,P-7 RT-,,N/A,0.00,N/A,60',
      ),
    )
    expect(readAs(list)).toEqual({
      Well: 'well',
      Sample: 'name',
      Content: 'sample_type',
      'Starting Quantity (SQ)': 'quantity',
    })
    expect(list.layout).toEqual([
      'P-7 | unknown | A1',
      'Std 1e6 | standard | A2 | 1000000',
      'Water | ntc | A3',
      'Pool | positive | A4',
      'Extraction | negative | A5',
      'P-7 RT- | negative | A6',
    ])
    expect(list.view.counts).toMatchObject({ taken: 7, left: 0 })
    expect(looks(list)).toEqual(['Target: target'])
  })

  test('Bio-Rad CFX: plate file with rows and columns', () => {
    const list = open(
      lines(
        'Row,Column,*Target Name,*Sample Name,*Biological Group',
        'A,1,N1,P-7,',
        'H,12,N1,P-8,',
      ),
    )
    expect(list.layout).toEqual(['P-7 | unknown | A1', 'P-8 | unknown | H12'])
    expect(looks(list)).toEqual(['*Target Name: target'])
  })

  test('QuantStudio: the well is a number, its position has a column of its own', () => {
    const list = open(
      lines(
        '* Block Type = 96-Well 0.2-mL Block',
        '* Chemistry = TAQMAN',
        '',
        '[Sample Setup]',
        'Well\tWell Position\tSample Name\tSample Color\tTarget Name\tTask\tReporter\tQuencher\tQuantity',
        '1\tA1\tP-7\t"RGB(1,2,3)"\tN1\tUNKNOWN\tFAM\tNFQ-MGB\t',
        '2\tA2\tS6\t"RGB(1,2,3)"\tN1\tSTANDARD\tFAM\tNFQ-MGB\t1000000.0',
        '3\tA3\tWater\t"RGB(1,2,3)"\tN1\tNTC\tFAM\tNFQ-MGB\t',
        '4\tA4\t\t\t\t\t\t\t',
      ),
    )
    expect(list.view.headerRow).toBe(5)
    expect(readAs(list)).toEqual({
      'Well Position': 'well',
      'Sample Name': 'name',
      Task: 'sample_type',
      Quantity: 'quantity',
    })
    expect(list.layout).toEqual([
      'P-7 | unknown | A1',
      'S6 | standard | A2 | 1000000',
      'Water | ntc | A3',
    ])
    expect(list.view.counts).toMatchObject({ rows: 3, left: 0 })
  })

  test('LightCycler 480: sample editor with groups before its headers', () => {
    const list = open(
      lines(
        'General:Pos\tGeneral:Sample Name\tGeneral:Repl. Of\tGeneral:Filt. Comb.\tGeneral:Target Name\tGeneral:Color\tAbs Quant:Sample Type\tAbs Quant:Concentration',
        'A1\tP-7\t\t465-510\tN1\t$00FF8000\tUnknown\t',
        'A2\tS6\t\t465-510\tN1\t$00FF8000\tStandard\t1E6',
        'A3\tPool\t\t465-510\tN1\t$00FF8000\tPositive Control\t',
        'A4\tWater\t\t465-510\tN1\t$00FF8000\tNegative Control\t',
      ),
    )
    expect(list.layout).toEqual([
      'P-7 | unknown | A1',
      // Take no concentration in whatever unit for copies.
      'S6 | standard | A2',
      'Pool | positive | A3',
      'Water | negative | A4',
    ])
    expect(list.view.headers.find(({ text }) => text === 'Abs Quant:Concentration')).toMatchObject({
      column: null,
      examples: ['1E6'],
    })
  })

  test('Rotor-Gene: types and copies, wells only where the rotor has them', () => {
    const header = 'No.;Colour;Name;Type;Ct;Given Conc (copies/reaction)'
    const counted = open(
      lines(header, '1;Red;P-7;Unknown;24,3;', '2;Blue;S6;Standard;18,0;1000000'),
    )
    expect(counted.view.missing).toEqual([{ column: 'well', header: 'Well' }])
    const lettered = open(
      lines(header, 'A1;Red;P-7;Unknown;24,3;', 'A2;Blue;S6;Standard;18,0;1000000', 'A3;;W;NTC;;'),
    )
    expect(lettered.view.suggested).toEqual({ header_well: 'No.' })
    const told = open(lines(header, 'A1;Red;P-7;Unknown;24,3;', 'A2;;S6;Standard;18,0;1000000'), {
      settings: { header_well: 'No.' },
    })
    expect(told.layout).toEqual(['P-7 | unknown | A1', 'S6 | standard | A2 | 1000000'])
  })

  test('two columns of wells: the unread one is reported', () => {
    const list = open('Source position,Well,Sample\nC1,A1,P-7\nC2,A2,P-8\n')
    expect(list.layout).toEqual(['P-7 | unknown | A1', 'P-8 | unknown | A2'])
    expect(looks(list)).toEqual(['Source position: well'])
  })

  test.each([
    ['de', 'Position;Probe;Probentyp', 'NTC (ohne Template)', 'Positivkontrolle', 'Unbekannt'],
    ['es', 'Pocillo;Muestra;Tipo', 'Control sin molde', 'Control positivo', 'Desconocido'],
    ['fr', 'Puits;Échantillon;Type', 'Contrôle sans matrice', 'Contrôle positif', 'Inconnu'],
    [
      'it',
      'Pozzetto;Campione;Tipo campione',
      'Controllo senza templato',
      'Positivo',
      'Sconosciuto',
    ],
    ['ru', 'Лунка;Образец;Тип', 'NTC (без матрицы)', 'Положительный контроль', 'Неизвестный'],
    ['zh', '孔位;样本名称;样本类型', '无模板对照（NTC）', '阳性对照', '未知样本'],
    ['ar', 'البئر;العينة;النوع', 'شاهد بلا قالب (NTC)', 'شاهد إيجابي', 'مجهول'],
  ])('a list in the words of %s', (_language, header, ntc, positive, unknown) => {
    const list = open(lines(header, `A1;x;${ntc}`, `A2;y;${positive}`, `A3;z;${unknown}`))
    expect(list.layout).toEqual(['x | ntc | A1', 'y | positive | A2', 'z | unknown | A3'])
  })
})

test('the template has the headers of the settings, and is read back with types and mixes', () => {
  const settings = { ...firstListSettings, header_type: 'Art', header_mix: '' }
  const layout = [
    { name: 'W', sample_type: 'ntc' as const, coordinates: ['A1'] },
    { name: 'S', sample_type: 'standard' as const, coordinates: ['B2'], quantity: 5000 },
  ]
  const bytes = writeListTemplate(cartridges.Wells96, layout, settings)
  const text = new TextDecoder().decode(bytes)
  expect(text.split('\r\n')[0]).toBe('Well,Sample,Art,Quantity')
  expect(open(text, { settings }).layout).toEqual(['W | ntc | A1', 'S | standard | B2 | 5000'])
})
