import { tableLight } from './curve-tables.ts'

/** Background of the long and the short exposure. */
const [longDark, shortDark] = [130, 126]
const dyes = ['Fam', 'Hex', 'Rox', 'Cy5', 'Cy5.5']

/** Light of a made tube; the camera is at its end where it is too bright for the long exposure. */
export function dtprimeLight(tube: number, cycle: number): number {
  return Math.round(40 * tableLight(tube % 4, cycle)) * 5
}

interface Made {
  cycles?: number
  tubes?: number
  /** Lines of the tubes by their number; all others are in no test. */
  samples?: Readonly<Record<number, string>>
  /** Light from which a long exposure is too bright. */
  brightest?: number
  programme?: readonly string[]
  /** Lines with the concentrations of standards. */
  standards?: readonly string[]
}

const usual = [
  'XPRG 0 25 0',
  'XLEV 9400 60 0 0 0 0',
  'XCYC 1',
  'XLEV 9200 30 0 0 0 0',
  'XLEV 6650 60 0 0 0 1',
  'XCYC 30',
  'XSAV cancer_predict',
]

/** Make a run file of DTprime, of which FAM and ROX were measured in two exposures. */
export function makeDtprime({
  cycles = 30,
  tubes = 96,
  samples = {
    0: '2 101 1 120 c0 1 Liver 7',
    1: '2 101 2 120 c0 1 Water',
    12: '2 1 3 120 c0 0 Single',
    95: '2 101 4 120 c0 1 Last',
  },
  brightest = Infinity,
  programme = usual,
  standards = [],
}: Made = {}): string {
  const list = Array.from({ length: tubes }, (_, tube) => tube)
  const light = (cycle: number) =>
    dyes.flatMap((dye, d) =>
      [1000, 200].map((exposure, e) => {
        const row = 10 * cycle + 2 * d + e
        const isMeasured = d % 2 === 0 && d < 4
        const facts = isMeasured
          ? [4 + d, 2, cycle, exposure, e === 0 ? longDark : shortDark]
          : [4 + d, 0, 0, 0, 0]
        const values = list.map((tube) => {
          const value = dtprimeLight(tube + d, cycle + 1)
          if (!isMeasured) return 1
          if (e === 1) return value / 5 + shortDark
          return value > brightest ? 35_000 + value : value + longDark
        })
        return `${dye}_  ${row} ${facts.join(' ')}     ${values.join('      ')} `
      }),
    )
  return [
    '$Version:$ 7.90 7.9.5.54',
    '$Data:$ 29 Апрель 2026, 18:30:54',
    '$BarCode:$ ',
    '$Program of amplification:$ ',
    ...programme.map((line) => `\t${line} `),
    '$Information about TESTs:$ ',
    ' 0\tOne dye 0 1 a00000014524ec 1 Fam~Hex~Rox~Cy5~Cy5.5',
    ' 1\tTwo_dyes 0 1 a00000014524ec 101 Pike~Hex~Control~Cy5~Cy5.5',
    '$Information about tubes:$ 00',
    ...list.map((tube) => `\t${tube} \t${samples[tube] ?? '0 0 0 0 800000 -1 -'}`),
    '$MultiChannel:$ ',
    ...standards,
    '$Device RT322:$  (A5J534)',
    ' 100 100 100',
    '$CrossTalk_Spectral:$',
    'Fam\t0\t 1.000 0.026 0.000 0.000 0.000',
    '$Results of optical measurements:$ ',
    ...Array.from({ length: cycles }, (_, cycle) => light(cycle)).flat(),
    '',
  ].join('\r\n')
}
