import { describe, expect, it } from 'vitest'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import { type Analysis, analysisStatuses, type Sample } from '../../domain/entities/analysis.ts'
import type { Device } from '../../domain/entities/device.ts'
import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import { commandNext } from '../../domain/entities/command.ts'
import { permissions } from '../../domain/permissions.ts'
import { type AnalysisAction, analysisActions } from '../../domain/actions/analysis.ts'
import { refuseAnalysis, signedContent } from '../../domain/rules/analysis.ts'
import { findLayoutProblems } from '../../domain/rules/cartridge.ts'
import { deviceState } from '../../domain/rules/device.ts'
import { passwordGaps } from '../../domain/rules/password.ts'
import { refuseDevice } from '../../domain/rules/preflight.ts'
import { compareVersions } from '../../domain/rules/version.ts'
import { wellIndex, wellName } from '../../domain/rules/well.ts'
import { methods } from '../../scripts/demo/methods.ts'

describe('what may be done with an analysis', () => {
  const everything = {
    user_uuid: 'u',
    counted_with: undefined,
    unconfirmed: false,
    permissions,
    fourEyes: false,
  }
  const subject = (status: Analysis['status']) => ({
    status,
    user_uuid: 'u',
    cartridge_type: 'Wells96' as const,
    results: [{}] as Analysis['results'],
  })

  it('[STATE-002] is decided for every pair of status and action', () => {
    const allowed = analysisStatuses.map((status) => [
      status,
      (Object.keys(analysisActions) as AnalysisAction[]).filter(
        (action) => refuseAnalysis(action, subject(status), everything) === null,
      ),
    ])
    const over = [
      'edit',
      'annotate',
      'note',
      'comment',
      'removeComment',
      'recalculate',
      'recalculateGlobal',
      'duplicate',
      'migrate',
      'delete',
      'report',
      'relaunch',
      'hold',
    ]
    const others =
      (...names: string[]) =>
      (name: string) =>
        names.includes(name) ? [name] : []
    const keys = Object.keys(analysisActions)
    const inOrder = (names: string[]) => keys.flatMap(others(...names))
    expect(Object.fromEntries(allowed)).toEqual({
      INIT: inOrder([
        'edit',
        'annotate',
        'note',
        'comment',
        'removeComment',
        'launch',
        'duplicate',
        'migrate',
        'hold',
        'delete',
      ]),
      RUNNING: inOrder([
        'annotate',
        'note',
        'comment',
        'removeComment',
        'abort',
        'skip',
        'extend',
        'giveUp',
        'duplicate',
      ]),
      COMPLETE: inOrder([...over, 'reviewSamples', 'validate']),
      ABORT: inOrder(over),
      INCOMPLETE: inOrder([...over, 'makeComplete']),
      VALIDATION: inOrder(['correct', 'duplicate', 'report', 'relaunch']),
    })
  })

  it('[STATE-013] names validation as the reason once it is signed', () => {
    expect(refuseAnalysis('edit', subject('VALIDATION'), everything)).toEqual({
      reason: 'validated',
    })
  })

  it('needs the permission first, then another person where the company wants four eyes', () => {
    const nobody = { ...everything, permissions: [] }
    expect(refuseAnalysis('validate', subject('COMPLETE'), nobody)).toEqual({
      reason: 'permission_missing',
      permission: 'analysis.validate',
    })
    const careful = { ...everything, fourEyes: true }
    expect(refuseAnalysis('validate', subject('COMPLETE'), careful)).toEqual({
      reason: 'four_eyes',
    })
    expect(
      refuseAnalysis('validate', subject('COMPLETE'), { ...careful, user_uuid: 'other' }),
    ).toBeNull()
    const maker = { ...careful, user_uuid: 'other', counted_with: [{ uuid: 'u', name: 'Uma' }] }
    expect(refuseAnalysis('validate', subject('COMPLETE'), maker)).toEqual({
      reason: 'counts_as_you',
      name: 'Uma',
    })
    expect(
      refuseAnalysis('validate', subject('COMPLETE'), { ...everything, unconfirmed: true }),
    ).toEqual({ reason: 'confirmation_needed' })
    expect(refuseAnalysis('validate', { ...subject('COMPLETE'), results: [] }, everything)).toEqual(
      { reason: 'no_results' },
    )
  })

  it('signs everything but what signing itself writes', () => {
    const record = {
      status: 'COMPLETE',
      signature: null,
      updated_at: 'x',
      name: 'n',
      notebook: 'b',
    } as unknown as Analysis
    expect(signedContent(record)).toEqual({ name: 'n', notebook: 'b' })
  })
})

describe('a cartridge layout', () => {
  const sample = (uuid: string, ...coordinates: string[]): Sample => ({
    uuid,
    name: uuid,
    sample_type: 'unknown',
    coordinates,
  })
  const reasons = (
    samples: Sample[],
    minimum: Parameters<typeof findLayoutProblems>[1]['minimum_samples'] = [],
  ) =>
    findLayoutProblems(samples, { cartridge_type: 'Wells9', minimum_samples: minimum }).map(
      ({ reason, field }) => [reason, field],
    )

  it('is fine when every sample has its own wells', () => {
    expect(reasons([sample('a', 'A1', 'A2'), sample('b', 'C3')])).toEqual([])
  })

  it('[VAL-028] needs a well for each sample', () => {
    expect(reasons([sample('a', 'A1'), sample('b')])).toEqual([
      ['sample_without_well', 'samples.1.coordinates'],
    ])
  })

  it('[VAL-029] takes no more samples than wells', () => {
    const ten = Array.from({ length: 10 }, (_, at) => sample(`s${at}`))
    expect(reasons(ten)[0]).toEqual(['too_many_samples', 'samples'])
  })

  it('[VAL-031] wants the fewest samples per type', () => {
    expect(reasons([sample('a', 'A1')], [{ sample_type: 'ntc', count: 1 }])).toEqual([
      ['too_few_of_type', 'samples'],
    ])
  })

  it('refuses wells outside, wells taken twice, an id used twice, and nothing at all', () => {
    expect(reasons([sample('a', 'D1')])).toEqual([['well_outside', 'samples.0.coordinates']])
    expect(reasons([sample('a', 'A1'), sample('b', 'A1')])).toEqual([
      ['well_taken', 'samples.1.coordinates'],
    ])
    expect(reasons([sample('a', 'A1'), sample('a', 'A2')])).toEqual([
      ['id_not_unique', 'samples.1.uuid'],
    ])
    expect(reasons([])).toEqual([['no_samples', 'samples']])
  })

  it('A29-22: says which sample has a name with a sign that is not seen', () => {
    const named = { ...sample('b', 'A2'), name: 'Donor \u{1f9d1}\u200d\u{1f52c}' }
    expect(reasons([sample('a', 'A1'), named])).toEqual([['sample_name', 'samples.1.name']])
  })

  it('A29-90: says which sample has a reaction mix with a sign that a line cannot have', () => {
    const mixed = { ...sample('b', 'A2'), well_type: 'N1\u202e mix' }
    expect(reasons([sample('a', 'A1'), mixed])).toEqual([['sample_mix', 'samples.1.well_type']])
  })
})

describe('a device', () => {
  const device: Device = {
    uuid: 'd',
    created_at: '',
    updated_at: '',
    hostname: 'h',
    serial_no: 's',
    name: 'Nord',
    deviceType: 'bgate',
    model: 'm',
    bkernel_version: '2.8.10',
    cartridge_type: 'Wells96',
    wavelengths: ['FAM', 'VIC', 'ROX', 'CY5', 'QUASAR705'],
    swarms: [],
    config: {},
    status: '{"serial":"s","srv_status":0}',
    connected: '10',
    busy: 'N',
    active: 'Y',
    analysis_uuid: null,
  }
  const state = (change: Partial<Device>) => deviceState({ ...device, ...change })

  it('[STATE-023] [STATE-024] has one state from connected, active, srv_status and busy', () => {
    expect(state({})).toBe('available')
    expect(state({ connected: '0' })).toBe('offline')
    expect(state({ connected: '1' })).toBe('available')
    expect(state({ active: 'N' })).toBe('unavailable')
    expect(state({ status: '{"srv_status":2}' })).toBe('unavailable')
    expect(state({ status: 'not json' })).toBe('unavailable')
    expect(state({ status: '{"srv_status":1}' })).toBe('waiting')
    expect(state({ busy: 'Y' })).toBe('busy')
    expect(state({ analysis_uuid: 'a' })).toBe('in_use')
  })

  it('[VAL-042] says why it cannot take a run', () => {
    const recipe = methods[0]?.recipe
    if (!recipe) throw new Error('no recipe')
    const { process, evaluation } = recipe
    const method = { process, evaluation, minimum_bkernel: '2.8.0' } as Analysis['method']
    const why = (change: Partial<Device>, minimum_bkernel = '2.8.0') =>
      refuseDevice(
        { ...device, ...change },
        { cartridge_type: 'Wells96', method: { ...method, minimum_bkernel } },
      )?.reason
    expect(why({})).toBeUndefined()
    expect(why({ connected: '0' })).toBe('device_offline')
    expect(why({ busy: 'Y' })).toBe('device_busy')
    expect(why({ active: 'N' })).toBe('device_unavailable')
    expect(why({ cartridge_type: 'Wells16' })).toBe('wrong_cartridge')
    expect(why({ wavelengths: ['FAM'] })).toBe('channel_missing')
    expect(why({}, '2.9.0')).toBe('device_outdated')
  })

  it('[VAL-043] [ERR-064] takes several thresholds with software newer than 2.7.3', () => {
    const recipe = methods[0]?.recipe
    if (!recipe) throw new Error('no recipe')
    const why = (bkernel_version: string, well_thresholds: TargetRule['well_thresholds']) => {
      const [first, ...others] = recipe.evaluation.targets
      if (!first) throw new Error('no target')
      const evaluation = {
        ...recipe.evaluation,
        targets: [{ ...first, ...(well_thresholds && { well_thresholds }) }, ...others],
      }
      const method = { process: recipe.process, evaluation, minimum_bkernel: null }
      return refuseDevice(
        { ...device, bkernel_version },
        { cartridge_type: 'Wells96', method: method as Analysis['method'] },
      )
    }
    const several = [{ well_type: 'B', threshold: { method: 'fixed', value: 0.1 } as const }]
    expect(why('2.7.3', several)?.reason).toBe('several_thresholds')
    expect(why('2.7.3', several)?.message).toBe('Unavailable for this model or bkernel version')
    expect(why('2.7.4', several)).toBeNull()
    expect(why('2.7.3', [])).toBeNull()
    expect(why('2.7.3', undefined)).toBeNull()
  })
})

describe('small rules', () => {
  it('compares versions as numbers, part by part', () => {
    expect(Math.sign(compareVersions('2.8.10', '2.8.9'))).toBe(1)
    expect(compareVersions('2.7.3', '2.7.3')).toBe(0)
    expect(Math.sign(compareVersions('2.7.3', '2.7.4'))).toBe(-1)
  })

  it('[VAL-001] [VAL-002] [VAL-003] [VAL-004] [VAL-005] finds what a password lacks', () => {
    expect(passwordGaps('Demo-2026!')).toEqual([])
    expect(passwordGaps('demo')).toEqual(['too_short', 'capital', 'number', 'symbol'])
    expect(passwordGaps('ДЛИННЫЙпароль1')).toEqual(['symbol'])
  })

  it('[ENT-002] [ENT-003] [ENT-004] [ENT-005] names the wells of all four cartridges and finds them again', () => {
    for (const shape of Object.values(cartridges)) {
      const names = Array.from({ length: shape.rows * shape.columns }, (_, index) =>
        wellName(shape, index),
      )
      expect(names.map((name) => wellIndex(shape, name))).toEqual(names.map((_, index) => index))
      expect(shape.colors).toHaveLength(names.length)
    }
    expect(wellName(cartridges.Wells96, 95)).toBe('H12')
    expect(wellIndex(cartridges.Wells16, 'A5')).toBe(-1)
    expect(wellIndex(cartridges.Wells16, 'E1')).toBe(-1)
  })

  it('lets a command only go forward; an expired one still takes the word of a device that was late', () => {
    expect(commandNext.accepted).not.toContain('expired')
    for (const last of ['done', 'refused'] as const) expect(commandNext[last]).toEqual([])
    for (const over of ['expired', 'unknown'] as const) {
      expect(commandNext[over]).toEqual(['accepted', 'done', 'refused'])
    }
    // Check that delivered commands never expire, and undelivered ones never become unknown.
    for (const given of ['sent', 'accepted'] as const) {
      expect(commandNext[given]).not.toContain('expired')
    }
    expect(commandNext.queued).not.toContain('unknown')
  })
})
