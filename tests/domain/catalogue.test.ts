import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { cartridges, deviceCartridgeNames } from '../../domain/catalog/cartridges.ts'
import { chartDefaults } from '../../domain/catalog/charts.ts'
import { deviceTypes } from '../../domain/catalog/devices.ts'
import { displayName, wavelengthNames, wavelengths } from '../../domain/catalog/wavelengths.ts'
import { localCollections } from '../../domain/entity.ts'
import { ProcessChannel } from '../../domain/entities/process-recipe.ts'
import { Recipe } from '../../domain/entities/recipe.ts'
import { defaultProfiles } from '../../domain/base-profiles.ts'
import { effectivePermissions, permissionNames } from '../../domain/permissions.ts'
import { entities, kinds } from '../../domain/registry.ts'
import { methods } from '../../scripts/demo/methods.ts'

describe('cartridge and device types', () => {
  it('[ENT-001] [ENT-005] [PERM-005] have their layout, device and permission', () => {
    expect(
      Object.values(cartridges).map(({ type, rows, columns, isLegacy }) => [
        type,
        rows,
        columns,
        isLegacy,
      ]),
    ).toEqual([
      ['Wells9', 3, 3, true],
      ['Wells16', 4, 4, false],
      ['Wells36', 6, 6, false],
      ['Wells96', 8, 12, false],
      // Import these plates alone, which no device takes.
      ['Wells384', 16, 24, false],
      ['Wells2304', 48, 48, false],
    ])
    expect(Object.values(cartridges).flatMap(({ type, device }) => (device ? type : []))).toEqual([
      ...deviceCartridgeNames,
    ])
    expect(permissionNames[cartridges.Wells96.permission ?? 'tech.use']).toBe('canUseCfx96')
  })

  it('[ENT-007] [ENT-008] support their plates', () => {
    expect(deviceTypes.bcube).toMatchObject({
      supported_plates: ['Wells9', 'Wells16', 'Wells36'],
      hasInstruments: false,
    })
    expect(deviceTypes.bgate).toMatchObject({ supported_plates: ['Wells96'], hasInstruments: true })
  })
})

describe('wavelengths', () => {
  it('[ENT-009] [ENT-011] [ENT-012] [ENT-014] [ENT-015] [CONST-011] [CONST-012] [CONST-013] [CONST-014] [CONST-015] [CONST-016] [CONST-017] [CONST-018] are seven with defaults and limits', () => {
    const exposures = wavelengthNames.map((name) => [
      name,
      wavelengths[name].settings.Exposure.default,
    ])
    expect(exposures).toEqual([
      ['FAM', 50],
      ['VIC', 200],
      ['ROX', 130],
      ['CY5', 50],
      ['QUASAR705', 100],
      ['CY3', 100],
      ['HY5', 100],
    ])
    for (const { settings } of Object.values(wavelengths)) {
      expect(settings.Intensity).toMatchObject({ type: 'float', default: 100, min: 1, max: 100 })
      expect(settings.Exposure).toMatchObject({ type: 'float', min: 10, max: 300 })
    }
  })

  it('[ENT-010] [ENT-013] show VIC as HEX', () => {
    expect(wavelengthNames.map(displayName)).toEqual([
      'FAM',
      'HEX',
      'ROX',
      'CY5',
      'QUASAR705',
      'CY3',
      'HY5',
    ])
  })

  it('[ENT-016] [ENT-017] [ENT-018] keep three for technicians', () => {
    expect(wavelengthNames.filter((name) => wavelengths[name].forTech)).toEqual([
      'QUASAR705',
      'CY3',
      'HY5',
    ])
  })

  it('[VAL-037] [VAL-038] [CONST-019] [CONST-020] refuse Intensity outside 1 to 100 and Exposure outside 10 to 300', () => {
    const fits = (intensity: number, exposure: number) =>
      v.is(ProcessChannel, { wavelength: 'FAM', intensity, exposure })
    expect([fits(1, 10), fits(100, 300)]).toEqual([true, true])
    expect([fits(0.9, 50), fits(101, 50), fits(50, 9), fits(50, 301)]).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  it('are distinguished without colour', () => {
    const dashes = Object.values(wavelengths).map(({ LineStyle }) => LineStyle.join())
    expect(new Set(dashes).size).toBe(dashes.length)
  })
})

describe('charts', () => {
  it('[CONST-001] [CONST-002] [CONST-003] [CONST-004] [CONST-005] [CONST-006] [CONST-007] [CONST-008] [CONST-009] start with the ranges of the specification', () => {
    expect(chartDefaults.AMP).toMatchObject({ yMax: 10_000, derivativeMax: 700, x: 'time' })
    expect(chartDefaults.VAL).toMatchObject({
      yMax: 10_000,
      derivativeMax: 5_000,
      derivativeNegated: true,
      x: 'temperature',
    })
    expect(chartDefaults.CYCLE).toMatchObject({ yMax: 10_000, derivativeMax: 700, x: 'cycle' })
  })
})

describe('permissions', () => {
  it('[PERM-001] four profiles, each reaching at least as far as the one below', () => {
    const { SuperAdmin, Administrator, Manager, Operator } = defaultProfiles
    for (const name of Operator) expect(Manager).toContain(name)
    for (const name of Manager) expect(Administrator).toContain(name)
    for (const name of Administrator) expect(SuperAdmin).toContain(name)
    expect(Operator).not.toContain('analysis.validate')
    expect(Administrator).not.toContain('tech.use')
  })

  it('[PERM-013] [PERM-015] do not reach beyond what the company may use', () => {
    const company = {
      canUseCfx96: false,
      certificates: false,
      developer: false,
      partner: false,
      provider: false,
    }
    const held = effectivePermissions(
      ['cfx96.use', 'certificates.edit', 'analysis.run', 'no.such'],
      company,
    )
    expect(held).toEqual(['analysis.run'])
    expect(effectivePermissions(['cfx96.use'], { ...company, canUseCfx96: true })).toEqual([
      'cfx96.use',
    ])
  })

  it('[PERM-002] are spelled resource.action, each with one name of its own in the route table', () => {
    for (const name of Object.keys(permissionNames))
      expect(name).toMatch(/^[a-zA-Z0-9]+\.[a-zA-Z_]+$/)
    expect(new Set(Object.values(permissionNames)).size).toBe(Object.keys(permissionNames).length)
  })
})

describe('the registry', () => {
  it('names each kind once and keeps its tables in few collections', () => {
    expect(new Set(kinds).size).toBe(kinds.length)
    expect(localCollections.length).toBeLessThanOrEqual(12)
    for (const { local } of entities)
      if (local) expect(localCollections).toContain(local.collection)
  })

  it('takes every recipe of the demonstration', () => {
    const stamps = {
      uuid: crypto.randomUUID(),
      created_at: '2026-11-20T00:00:00.000Z',
      updated_at: '2026-11-20T00:00:00.000Z',
    }
    for (const { recipe } of methods)
      expect(v.safeParse(Recipe, { ...stamps, ...recipe }).issues).toBeUndefined()
  })
})
