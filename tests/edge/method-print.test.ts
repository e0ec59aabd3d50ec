import { beforeAll, describe, expect, it } from 'vitest'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { type Language, languageCodes } from '../../domain/catalog/languages.ts'
import { openVersion, type OpenVersion, signedVersion } from '../../domain/rules/recipe-version.ts'
import { sha256Hex } from '../../edge/crypto/secret.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { signing } from './made-analyses.ts'
import { evaluation, makeRecipe, process, protocolBody, startReview } from './method-bodies.ts'
import { readPdf } from './pdf-text.ts'

let lab: Lab
let author: Sender
let approver: Sender
let id: string
beforeAll(async () => {
  lab = await foundLab('method-print')
  ;({ author, approver } = await startReview(lab))
  id = await makeRecipe(author, 'Listeria screen')
}, 60_000)

type Query = { version?: string; language?: Language; paper?: 'a4' | 'letter' }
const print = (query: Query = {}, sender = author) =>
  sender(recipeCalls.print, { params: { id }, query })
const read = async (query: Query = {}) => readPdf((await must(print(query))).data)
const openOf = (recipe: Recipe) => openVersion(recipe, new Date().toISOString()) as OpenVersion

const figure = (value: number) => ({
  uuid: crypto.randomUUID(),
  kind: 'lod' as const,
  target: 'Target',
  unit: 'copies/reaction',
  least: null,
  most: 10,
  value,
  n: 60,
  run_uuids: [],
  file_uuids: [],
})

/** Send the version that is written to review, and approve it. */
async function approve(): Promise<Recipe> {
  const sent = await must(
    author(recipeCalls.sendVersion, {
      params: { id },
      body: { evidence: 'Verified on three runs.', effective_from: null },
    }),
  )
  const body = signing(signedVersion(sent.data, openOf(sent.data)))
  return (await must(approver(recipeCalls.approveVersion, { params: { id }, body }))).data
}

describe('a version of a recipe as PDF', () => {
  it('is marked as a draft on each page until it is approved, and then has the hash of its signature on each', async () => {
    await must(author(recipeCalls.setFigure, { params: { id }, body: figure(6) }))
    const draft = await read()
    for (const text of draft.texts) {
      expect(text).toContain('DRAFT: not approved')
      expect(text).toContain('Listeria screen, version 1')
    }
    const { release } = await approve()
    const hash = release?.signature?.record_hash ?? ''
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    const approved = await read()
    for (const [index, text] of approved.texts.entries()) {
      expect(text).not.toContain('DRAFT')
      expect(text).toContain(`Page ${index + 1} of ${approved.pages}`)
      expect(text.replaceAll('\n', '')).toContain(hash)
      expect(text).toContain('Listeria screen, version 1')
    }
    const all = approved.texts.join('\n').replaceAll(/\s+/g, ' ')
    for (const said of [
      'It is the first version',
      'Thermal profile',
      'Steps 2 to 3: 40 cycles',
      'Target is looked for in FAM, in every well.',
      'The threshold is 10 times the noise of the baselines.',
      'Limit of detection (LoD 95 %), Target',
      'Within limits',
      'No protocol uses the recipe.',
      'Verified on three runs.',
      release?.signature?.printed_name ?? '?',
    ]) {
      expect(all).toContain(said)
    }
    expect(approved.figures.some((text) => text.includes('4 steps'))).toBe(true)
    expect(approved.fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true)
    for (const name of ['/JavaScript', '/URI', '/Annots'])
      expect(approved.names).not.toContain(name)
  })

  it('says what differs from the version before, in words and with figures, and names its protocols', async () => {
    await must(
      author(recipeCalls.edit, {
        params: { id },
        body: {
          process: {
            ...process,
            lid_temperature: 100,
            steps: process.steps.map((step) =>
              step.type === 'temperature' && step.temperature === 60
                ? { ...step, temperature: 61 }
                : step,
            ),
          },
          evaluation: {
            ...evaluation,
            targets: evaluation.targets.map((one, at) =>
              at === 0 ? { ...one, threshold: { method: 'fixed' as const, value: 0.0005 } } : one,
            ),
          },
        },
      }),
    )
    await must(author(recipeCalls.setFigure, { params: { id }, body: figure(12) }))
    await must(author(protocolCalls.create, { body: protocolBody('Weekly', id) }))
    const { texts } = await read({ version: '2' })
    const all = texts.join('\n').replaceAll(/\s+/g, ' ')
    for (const said of [
      'Changes against version 1',
      '60.0 · 0:30 · amplification',
      '61.0 · 0:30 · amplification',
      'The threshold is 0.0005.',
      '105 °C',
      '100 °C',
      'Outside limits',
      'Weekly, version 1',
      'First: A1–A2',
    ]) {
      expect(all).toContain(said)
    }
    // Leave out a step that did not change: step 4 goes back to the same step.
    expect(all).not.toContain('Step 4')
    // Print the version in force as it was approved.
    expect((await read({ version: '1' })).texts.join('\n')).not.toContain('DRAFT')
  })

  it('is in every language, without a gap in its texts, and the same file for the same version', async () => {
    for (const language of languageCodes) {
      const { texts, title } = await read({ version: '2', language })
      expect(title).toContain('Listeria screen')
      expect(texts.join('\n'), language).not.toMatch(/[{}]|undefined|method\.|NaN/)
    }
    const [one, other] = [await must(print()), await must(print())]
    expect(sha256Hex(one.data)).toBe(sha256Hex(other.data))
    const letter = await must(print({ paper: 'letter' }))
    expect(sha256Hex(letter.data)).not.toBe(sha256Hex(one.data))
  }, 60_000)

  it('is not found for a version that there is not, and refuses a version that is no number', async () => {
    expect((await print({ version: '99' })).status).toBe(404)
    expect((await print({ version: '1.5' })).errors[0]?.field).toBe('query.version')
    expect((await author(recipeCalls.print, { params: { id: crypto.randomUUID() } })).status).toBe(
      404,
    )
  })
})
