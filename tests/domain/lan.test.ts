import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { HeldRun } from '../../domain/lan/held-run.ts'
import { lanRows } from '../../domain/lan/lan-calls.ts'
import { clockToleranceMs, judgePass, type LanClaims } from '../../domain/lan/lan-pass.ts'
import { isToBeFetched, markSeenLocally, mergeRuns } from '../../domain/lan/merge-seen.ts'
import { commandCodes } from '../../domain/live/command.ts'
import { analysisActions } from '../../domain/actions/analysis.ts'
import { commandNeeds } from '../../domain/rules/command.ts'
import { isConnected } from '../../domain/rules/device.ts'
import { uuidOf } from '../devices/orders.ts'

test('every command of the live bus has its row, and each row a path and a name of its own', () => {
  const commands = lanRows.filter((row) => row.acts).map(({ command }) => command)
  expect(commands.toSorted()).toEqual(Object.keys(commandCodes).toSorted())
  const names = lanRows.map(({ path, command }) => `${path} ${command}`)
  expect(new Set(names).size).toBe(names.length)
  expect(lanRows.filter((row) => row.needs === null)).toEqual(lanRows.filter((row) => row.open))
})

test('house B1: a command needs the same permission by the service, in the local network and in the rules of runs', () => {
  for (const row of lanRows.filter(({ acts }) => acts)) {
    expect([row.command, row.needs]).toEqual([
      row.command,
      commandNeeds[row.command as keyof typeof commandNeeds],
    ])
  }
  const others = {
    LOAD_RECIPE: [analysisCalls.launch.needs, analysisActions.launch.needs],
    ABORT: [deviceCalls.command.needs, analysisActions.abort.needs],
    SKIP: [deviceCalls.command.needs, analysisActions.skip.needs],
    EXTEND: [deviceCalls.command.needs, analysisActions.extend.needs],
  }
  for (const [name, needs] of Object.entries(others))
    for (const one of needs)
      expect([name, one]).toEqual([name, commandNeeds[name as keyof typeof others]])
})

describe('a device that is seen', () => {
  test.each([
    ['0', true, '1'],
    ['10', true, '11'],
    ['11', false, '10'],
    ['1', false, '0'],
    ['0', false, '0'],
    ['101', true, '101'],
  ])('[STATE-025] connected %s, seen %s: %s', (connected, seen, after) => {
    const marked = markSeenLocally({ connected }, seen)
    expect(marked.connected).toBe(after)
    expect(marked.connected.endsWith('1')).toBe(seen)
    expect(isConnected(marked)).toBe(Number.parseInt(after, 2) > 0)
  })
})

const run = (status: HeldRun['status'], uuid = uuidOf(1)): HeldRun => ({
  analysis_uuid: uuid,
  name: 'Run',
  status,
  reason: status === 'ABORT' ? 'Aborted by command' : '',
  started_at: '2026-11-20T10:00:00.000Z',
  ended_at: status === 'RUNNING' ? null : '2026-11-20T11:00:00.000Z',
  measured: { AMP: 3, VAL: 0 },
  delivered: false,
})
const known = (
  status: 'INIT' | 'RUNNING' | 'COMPLETE' | 'VALIDATION' | 'ABORT',
  uuid = uuidOf(1),
) => ({
  uuid,
  status,
  started_at: null,
  ended_at: null,
  end_reason: '',
})

describe('runs that were seen on devices', () => {
  test('are put on the records by uuid, and only further', () => {
    const records = [known('INIT'), known('RUNNING', uuidOf(2)), known('VALIDATION', uuidOf(3))]
    const merged = mergeRuns(records, [
      run('RUNNING'),
      run('ABORT', uuidOf(2)),
      run('RUNNING', uuidOf(3)),
      run('COMPLETE', uuidOf(4)),
    ])
    expect(merged.map(({ status }) => status)).toEqual(['RUNNING', 'ABORT', 'VALIDATION'])
    expect(merged[1]).toMatchObject({
      end_reason: 'Aborted by command',
      ended_at: '2026-11-20T11:00:00.000Z',
    })
    expect(merged[2]).toBe(records[2])
    expect(mergeRuns([known('COMPLETE')], [run('INIT')])).toEqual([known('COMPLETE')])
  })

  test('[STATE-022] in ABORT, COMPLETE, INCOMPLETE or VALIDATION are not fetched from a bCube again', () => {
    for (const status of ['ABORT', 'COMPLETE', 'INCOMPLETE', 'VALIDATION'] as const)
      expect(isToBeFetched(status)).toBe(false)
    for (const status of ['INIT', 'RUNNING', null] as const)
      expect(isToBeFetched(status)).toBe(true)
  })

  test('fit what a device may say of them', () => {
    expect(v.is(HeldRun, run('RUNNING'))).toBe(true)
  })
})

describe('a pass at a time', () => {
  const claims = { company: uuidOf(12), iat: 1_000, exp: 2_000 } as LanClaims
  const at = (ms: number, company = uuidOf(12)) => judgePass(claims, company, ms)

  test.each([
    [1_000_000, null],
    [1_999_999, null],
    [2_000_000, 'lan_pass_expired'],
    [1_000_000 - clockToleranceMs, null],
    [1_000_000 - clockToleranceMs - 1, 'lan_pass_early'],
  ])('at %i: %s', (ms, refusal) => {
    expect(at(ms)).toBe(refusal)
  })

  test('is the company’s only, whatever the time', () => {
    expect(at(1_500_000, uuidOf(13))).toBe('lan_pass_company')
    expect(at(9_000_000, uuidOf(13))).toBe('lan_pass_company')
  })
})
