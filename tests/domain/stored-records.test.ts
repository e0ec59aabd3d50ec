import { readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { afterEach, describe, expect, it } from 'vitest'
import { canonicalJson } from '../../domain/canonical.ts'
import { type Upgrade, upgradeBody, upgrades } from '../../domain/upgrades.ts'
import { decodeCurves } from '../../workers/run/blob.ts'
import { findMissing, makeBodies, readFreeze } from '../support/example-bodies.ts'
import {
  type Body,
  freeze,
  frozenKinds,
  readFrozen,
  spellSchema,
  type StoredShape,
  storedShapes,
} from '../support/stored-shapes.ts'

/* Every failure here has its remedy in docs/stored-data.md. */

/** Return the faults of a stored body as the product reads it today; none where nothing of it is lost. */
function faultsOf({ schema, read }: Pick<StoredShape, 'schema' | 'read'>, body: Body): string[] {
  const today = read(body)
  const parsed = v.safeParse(schema, today)
  if (!parsed.success) return parsed.issues.map((one) => `${v.getDotPath(one)}: ${one.message}`)
  // Compare both: a schema that ignores unknown fields would lose them with the next edit.
  return canonicalJson(parsed.output) === canonicalJson(today) ? [] : ['a field is lost']
}

describe('stored bodies of every version', () => {
  it('are frozen for every kind that there is, and for no other', () => {
    expect(frozenKinds().toSorted()).toEqual(storedShapes.map(({ kind }) => kind).toSorted())
  })

  it.each(storedShapes)('of $kind are read in the shape of today, without a loss', (shape) => {
    for (const { version, bodies } of readFrozen(shape.kind)) {
      expect(bodies.length).toBeGreaterThan(0)
      for (const body of bodies) {
        expect(faultsOf(shape, body), `version ${version}: ${JSON.stringify(body)}`).toEqual([])
      }
    }
  })

  it.each(storedShapes)('of $kind: the newest is today’s schema, with every field', (shape) => {
    const { kind, schema, read } = shape
    const isNewer = !isDeepStrictEqual(readFrozen(kind).at(-1)?.schema, spellSchema(schema))
    const examples = readFreeze(process.env['FREEZE'])
    if (examples && isNewer) freeze(shape, examples)
    const versions = readFrozen(kind)
    expect(versions.map(({ version }) => version)).toEqual(versions.map((_, at) => at + 1))
    const newest = versions.at(-1)
    expect(newest?.schema, `${kind} changed: freeze it as version ${versions.length + 1}`).toEqual(
      spellSchema(schema),
    )
    const bodies = newest?.bodies ?? []
    const place = `tests/fixtures/records/${kind}/${versions.length}.json`
    expect(findMissing(shape, bodies), `${place}: no body holds these fields or forms`).toEqual([])
    for (const body of bodies) expect(read(body)).toEqual(body)
  })

  it('go through steps that leave newer ones alone', () => {
    for (const [kind, steps] of Object.entries(upgrades)) {
      const versions = readFrozen(kind)
      for (const [to, step] of Object.entries(steps)) {
        expect(Number(to)).toBeLessThanOrEqual(versions.length)
        const newer = versions.filter(({ version }) => version >= Number(to))
        for (const body of newer.flatMap(({ bodies }) => bodies)) expect(step(body)).toBe(body)
      }
    }
  })

  it('of curve files give the same numbers', () => {
    const folder = new URL('../fixtures/curve-file/', import.meta.url)
    for (const name of readdirSync(folder)) {
      const { bytes, curves } = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as {
        bytes: string
        curves: unknown
      }
      const read = decodeCurves(Uint8Array.from(Buffer.from(bytes, 'base64')))
      expect(JSON.parse(JSON.stringify(read, plainNumbers))).toEqual(curves)
    }
  })
})

/** Spell arrays of numbers as JSON does, NaN as null. */
function plainNumbers(_: string, value: unknown): unknown {
  return value instanceof Float64Array ? [...value] : value
}

describe('a change of a schema', () => {
  const shape = storedShapes.find(({ kind }) => kind === 'bkit_lot') as StoredShape
  const [body] = readFrozen('bkit_lot')[0]?.bodies ?? []
  const { entries } = shape.schema as unknown as { entries: v.ObjectEntries }
  const storedAs = (change: v.ObjectEntries) => ({
    schema: v.strictObject({ ...entries, ...change }),
    read: (one: Body) => upgradeBody('bkit_lot', one),
  })
  afterEach(() => {
    delete upgrades['bkit_lot']
  })

  it('is found when it adds a required field, until a step gives it to older records', () => {
    const grown = storedAs({ storage: v.string() })
    expect(faultsOf(grown, body ?? {})).toHaveLength(1)
    const addStorage: Upgrade = (one) => ('storage' in one ? one : { ...one, storage: 'unknown' })
    upgrades['bkit_lot'] = { 2: addStorage }
    expect(faultsOf(grown, body ?? {})).toEqual([])
    expect(grown.read({ ...body, storage: 'dry' })).toEqual({ ...body, storage: 'dry' })
  })

  it('is found when it takes a field away', () => {
    const { lot_number: _, ...rest } = entries
    expect(faultsOf({ schema: v.strictObject(rest), read: shape.read }, body ?? {})).toHaveLength(1)
    const loose = { schema: v.object(rest), read: shape.read }
    expect(faultsOf(loose, body ?? {})).toEqual(['a field is lost'])
  })

  it('is found when it only adds an optional field, or another limit', () => {
    const spelled = spellSchema(shape.schema)
    expect(spellSchema(storedAs({ storage: v.optional(v.string()) }).schema)).not.toEqual(spelled)
    const shorter = v.pipe(v.string(), v.maxLength(3))
    expect(spellSchema(storedAs({ lot_number: shorter }).schema)).not.toEqual(spelled)
    const ruled = v.pipe(
      v.string(),
      v.check((text) => text !== '', 'seen'),
    )
    const otherwise = v.pipe(
      v.string(),
      v.check((text) => text !== '', 'named'),
    )
    expect(spellSchema(ruled)).not.toEqual(spellSchema(otherwise))
  })

  it('is frozen with bodies that hold the example values of new fields, each in a copy', () => {
    const grown = { schema: v.strictObject({ ...entries, weight: v.optional(v.number()) }) }
    const bodies = readFrozen('bkit_lot')[0]?.bodies ?? []
    expect(findMissing(grown, bodies)).toContain('.weight')
    const made = makeBodies(grown, bodies, { weight: 3, colour: 'red' })
    expect(made).toEqual([{ ...bodies[0], weight: 3 }])
    expect(findMissing(grown, [...bodies, ...made])).not.toContain('.weight')
    expect(makeBodies(grown, bodies, { weight: 'heavy' })).toEqual([])
    expect(() => readFreeze('weight=3')).toThrow()
  })

  it('goes through its steps one after the other', () => {
    upgrades['bkit_lot'] = {
      3: (one) => ('c' in one ? one : { ...one, c: one['b'] }),
      2: (one) => ('b' in one ? one : { ...one, b: 1 }),
    }
    expect(upgradeBody('bkit_lot', {})).toEqual({ b: 1, c: 1 })
    expect(upgradeBody('bkit', {})).toEqual({})
  })
})
