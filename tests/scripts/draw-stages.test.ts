import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { stages } from '../../scripts/draw-stages/stages.ts'
import { growthLimits } from '../../workers/growth/amplification.ts'
import {
  evidenceNames,
  lowRise,
  scoreLimits,
  scoreTable,
} from '../../workers/growth/amplification-score.ts'
import { mostLeak } from '../../workers/compensation/leaks.ts'
import { clearDisagreement } from '../../workers/consensus/consensus-cq.ts'
import { shapeLimits } from '../../workers/growth/growth-rules.ts'
import { hookLimits } from '../../workers/growth/hook.ts'
import { defaultMeltRule } from '../../workers/melt/melt-rule.ts'
import { standardLimits } from '../../workers/plate/standard-check.ts'

const docs = new URL('../../docs/', import.meta.url)
const folder = new URL('curves/', docs)
const names = Object.keys(stages)
/** As one line: where it is wrapped says nothing. */
const text = readFileSync(new URL('curves.md', docs), 'utf8').replaceAll(/\s+/g, ' ')

/** A picture that is not what the code draws is older than the code: this mends it. */
const remedy = 'run: npx node scripts/draw-stages/draw.ts'

describe('the pictures of docs/curves.md', () => {
  test.each(names)('%s is what the engine draws, byte for byte', async (name) => {
    const drawn = await stages[name]!()
    expect(drawn === readFileSync(new URL(`${name}.svg`, folder), 'utf8'), remedy).toBe(true)
    expect(drawn.length).toBeLessThan(40_000)
    expect(drawn).not.toMatch(/NaN|undefined|Infinity/)
  })

  test('each is shown once and no other is there', () => {
    const shown = [...text.matchAll(/\]\(curves\/([^)]+)\.svg\)/g)].map(([, name]) => name)
    expect(shown).toEqual(names)
    const files = readdirSync(folder).map((file) => file.replace('.svg', ''))
    expect(files.toSorted()).toEqual(names.toSorted())
  })
})

describe('the limits that docs/curves.md names are those of the code', () => {
  const figures = {
    rise: { words: 'rise over noise, times', scale: 1 },
    share: { words: 'plate share, %', scale: 100 },
    contrast: { words: 'rise contrast, times', scale: 1 },
    part: { words: 'rise part, %', scale: 100 },
  }
  const rows = evidenceNames.map((name) => {
    const { words, scale } = figures[name]
    const { border, weight } = scoreTable[name]
    return `| ${words} | ${border * scale} | ${weight} |`
  })

  const { earliest, fastest, slow, slowest, endSlope, overStart, overMiddle, step } = shapeLimits
  test.each([
    ...rows,
    `the rise is below ${growthLimits.leastRise} times the noise`,
    `by over ${growthLimits.mostWander} times its noise from point to point`,
    `| growth score | below ${scoreLimits.none} % | not detected |`,
    `not detected up to a score of ${scoreLimits.likely} %`,
    `| growth score | below ${scoreLimits.clear} % | review |`,
    `rise below ${lowRise} times the noise`,
    `growth begins before cycle ${earliest}`,
    `in fewer than ${fastest} cycles`,
    `takes over ${slowest} cycles, or over ${slow} where the last slope is over ${endSlope * 100} %`,
    `over ${overStart} times as long and over ${overMiddle} of the cycles`,
    `an isolated step up or down of over ${step} times the noise`,
    `at up to ${mostLeak * 100} % of its height`,
    `over ${hookLimits.fall * 100} % of the height with p below ${hookLimits.chance}`,
    `above ${clearDisagreement} standard deviations`,
    `by ${defaultMeltRule.noiseFactor} standard deviations of the noise`,
    `be ${defaultMeltRule.leastWidth} to ${defaultMeltRule.mostWidth} °C wide`,
    `R² ≥ ${standardLimits.r2[0]}`,
  ])('%s', (words) => expect(text.includes(words)).toBe(true))
})
