import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { type OpticsWish, wishFor } from '../../devices/optics-wish.ts'
import { modelOptics } from '../../devices/physical-model.ts'
import { cartridges, type DeviceCartridgeName } from '../../domain/catalog/cartridges.ts'
import type { Sample } from '../../domain/entities/analysis.ts'
import { Recipe } from '../../domain/entities/recipe.ts'
import type { Reading } from '../../domain/live/event.ts'
import { findLayoutProblems } from '../../domain/rules/cartridge.ts'
import { writeCqMethods } from '../../domain/rules/cq-default.ts'
import { findProtocolProblems } from '../../domain/rules/protocol-problems.ts'
import { findRecipeProblems } from '../../domain/rules/recipe-problems.ts'
import { wellName } from '../../domain/rules/well.ts'
import { type AssayTemplate, assayTemplates } from '../../domain/templates/assay-templates.ts'
import { analyse } from '../../workers/run/analyse.ts'
import { assembleCurves } from '../../workers/run/assemble.ts'
import { uuidOf } from './orders.ts'

const shape = cartridges.Wells16
const cartridge_types: DeviceCartridgeName[] = ['Wells16', 'Wells36', 'Wells96']

/** Lay out a template with two samples, each in as many wells of each mix as the protocol asks for. */
function layOut({ layout, expected_wells: rules }: AssayTemplate): Sample[] {
  const taken = new Set(layout.flatMap(({ coordinates }) => coordinates))
  const free = Array.from({ length: 16 }, (_, well) => wellName(shape, well)).filter(
    (well) => !taken.has(well),
  )
  const asked = rules.length > 0 ? rules : [{ count: 1, well_type: undefined }]
  const samples = ['S1', 'S2'].flatMap((name) =>
    asked.map(({ count, well_type }) => ({
      name,
      sample_type: 'unknown' as const,
      coordinates: free.splice(0, count),
      ...(well_type !== undefined && { well_type }),
    })),
  )
  return [...layout, ...samples].map((sample, at) => ({ ...sample, uuid: uuidOf(100 + at) }))
}

/** Run a template on the optics of a simulated device and judge the readings. */
function run(template: AssayTemplate, seed: number) {
  const samples = layOut(template)
  const wish = wishFor({
    analysis_uuid: uuidOf(seed),
    name: template.name,
    cartridge_type: 'Wells16',
    process: template.process,
    wells: samples.flatMap(({ coordinates, sample_type }, sample) =>
      coordinates.map((well) => ({ well, sample_type, sample })),
    ),
  })
  const { amplification, melt } = assembleCurves(readAll(wish), wish.channels, 16)
  const results = analyse({
    amplification,
    melt,
    samples,
    cartridge_type: 'Wells16',
    evaluation: writeCqMethods(template.evaluation),
    planned_cycles: wish.cycles,
    exclusions: [],
    input_hash: '',
  } as Parameters<typeof analyse>[0])
  return { wish, samples, results }
}

function readAll(wish: OpticsWish): Reading[] {
  // Read with the model, which knows what is in a well; a recording replays its own plate.
  const optics = modelOptics(wish)
  const point = (phase: 'AMP' | 'VAL', index: number, temperature: number) =>
    ({
      phase,
      index,
      temperature,
      values:
        phase === 'AMP' ? optics.readAmplification(index) : optics.readMelt(index, temperature),
    }) as Reading
  return [
    ...Array.from({ length: wish.cycles }, (_, at) => point('AMP', at + 1, 60)),
    ...wish.melt.map((temperature, at) => point('VAL', at + 1, temperature)),
  ]
}

describe.each(assayTemplates.map((template) => [template.id, template] as const))(
  '%s',
  (_, one) => {
    test('makes a recipe and a protocol that the rules accept', () => {
      const { process, evaluation } = one
      v.parse(v.pick(Recipe, ['name', 'process', 'evaluation', 'cartridge_types']), {
        name: one.name,
        process,
        evaluation: writeCqMethods(evaluation),
        cartridge_types,
      })
      expect(findRecipeProblems({ process, evaluation })).toEqual([])
      expect(findProtocolProblems({ ...one, application_uuids: [], cartridge_types })).toEqual([])
      const { minimum_samples, expected_wells } = one
      const limits = { cartridge_type: 'Wells16', minimum_samples, expected_wells } as const
      expect(findLayoutProblems(layOut(one), limits)).toEqual([])
      expect(new URL(one.source.url).protocol).toBe('https:')
    })

    test('runs on a simulated device: its controls hold, and every sample gets a call', () => {
      const melts = one.evaluation.targets.some(({ tm }) => tm)
      for (const seed of [1, 2, 3, 4, 5]) {
        const { samples, results } = run(one, seed)
        const typeOf = new Map(samples.map(({ uuid, sample_type }) => [uuid, sample_type]))
        expect(new Set(results.samples.map(({ sample_uuid }) => sample_uuid)).size).toBe(
          samples.length,
        )
        // Leave out the internal control: a simulated specimen of one
        // channel may hold nothing at all, and then shows none either.
        const failed = results.controls.filter(({ ok, rule }) => !ok && rule !== 'internal_control')
        expect(failed).toEqual([])
        for (const { sample_uuid, target, call, cq_mean } of results.samples) {
          const said = `${seed} ${target} ${typeOf.get(sample_uuid)}`
          if (typeOf.get(sample_uuid) === 'ntc') expect(call, said).toBe('not_detected')
          // Expect it only without a melt: the Tm of a simulated product is drawn,
          // and what melts outside of the windows is not what was looked for.
          if (typeOf.get(sample_uuid) === 'positive' && !melts) expect(call, said).toBe('detected')
          if (call === 'detected') expect(cq_mean, said).toBeGreaterThan(5)
        }
      }
    })
  },
)
