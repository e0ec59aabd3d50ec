import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readOne } from './caught.ts'

const reaction = (id: number, data: string) => `<react id="${id}"><sample id="S1"/>${data}</react>`

const curve = (values: readonly number[], results = '') => {
  const points = values.map((value, i) => `<adp><cyc>${i + 1}</cyc><fluor>${value}</fluor></adp>`)
  return `<data><tar id="T1"/>${results}${points.join('')}</data>`
}

/** Write a small document with these reactions. */
function rdml({ reactions = reaction(1, curve([10, 11, 12.5])) } = {}): string {
  return `<rdml xmlns="http://www.rdml.org" version="1.3"><dye id="FAM"/><sample id="S1"><type>unkn</type></sample><target id="T1"><type>toi</type><dyeId id="FAM"/></target><experiment id="E"><run id="R"><pcrFormat><rows>8</rows><columns>12</columns></pcrFormat>${reactions}</run></experiment></rdml>`
}

describe('results that mean none', () => {
  it('takes a Cq at the last cycle or beyond as none, as StepOne software writes it', async () => {
    const rising = [10, 10, 10, 10, 10, 10, 10, 11, 14, 20, 24, 25]
    const { run } = await readOne(
      rdml({
        reactions:
          reaction(1, curve(rising, '<cq>12.0</cq>')) +
          reaction(2, curve(rising, '<cq>11.98</cq>')) +
          reaction(3, '<data><tar id="T1"/><cq>12.0</cq></data>'),
      }),
    )
    const results = run.wells.map(({ targets }) => [targets[0]?.cq, targets[0]?.cqGiven])
    // Expect them as given: without a curve nobody knows how many cycles there were.
    expect(results).toEqual([
      [null, true],
      [11.98, true],
      [12, true],
    ])
  })

  it('reads calls and exclusions of LightCycler 96: a Cq of a negative call is none', async () => {
    const graphs = (of: (id: number) => string) =>
      `<experiment id="E"><run id="R">${[1, 2, 3, 4].map((id) => `<react id="${id}">${of(id)}</react>`).join('')}</run></experiment>`
    const excluded = (id: number) =>
      `<factGraph id="g${id}" targetId="T1" isExcluded="${id === 4}"/>`
    const called = (id: number) =>
      `<factGraph id="g${id}" targetId="T1"><call>${['Positive', 'Negative', 'Invalid', 'Positive'][id - 1]}</call><normFlour><cyc>1</cyc></normFlour></factGraph>`
    const curves = [3.1, 2.9, 1.5, 3].map((cq, i) =>
      reaction(i + 1, curve([10, 11, 14, 20], `<cq>${cq}</cq>`)),
    )
    const { run, codes } = await readOne(
      zipSync({
        'rdml_data.xml': strToU8(rdml({ reactions: curves.join('') })),
        'app_data.xml': strToU8(
          `<rocheLC96AppExtension>${graphs(excluded)}</rocheLC96AppExtension>`,
        ),
        'calculated_data.xml': strToU8(
          `<rocheLC96CalculatedData>${graphs(called)}</rocheLC96CalculatedData>`,
        ),
      }),
    )
    expect(
      run.wells.map(({ targets: [one] }) => [one?.cq, one?.cqGiven, one?.call, one?.excluded]),
    ).toEqual([
      [3.1, true, 'Positive', null],
      [null, true, 'Negative', null],
      [null, true, 'Invalid', null],
      [3, true, 'Positive', ''],
    ])
    expect(codes).not.toContain('member_ignored')
  })

  it('names members that only have the names of those of LightCycler 96', async () => {
    const { run, codes } = await readOne(
      zipSync({ 'rdml_data.xml': strToU8(rdml()), 'calculated_data.xml': strToU8('<other/>') }),
    )
    expect(run.wells[0]?.targets[0]?.call).toBe(null)
    expect(codes).toContain('member_ignored')
  })
})
