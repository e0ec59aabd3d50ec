import { describe, expect, test } from 'vitest'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { groupByPattern, pasteGroups, suggestStudy } from '../../domain/rules/study-groups.ts'

function runOf(names: string[], targets: string[], references: string[] = []) {
  const quantification = { method: 'relative', reference_targets: references }
  return {
    samples: names.map((name) => ({ name, sample_type: name === 'NTC' ? 'ntc' : 'unknown' })),
    method: {
      evaluation: {
        targets: targets.map((name) => ({ name })),
        ...(references.length > 0 && { quantification }),
      },
    },
  } as unknown as Analysis
}

const plain = (name: string) => ({ name, group: '', replicate: '' })

describe('issue 20: groups of a study', () => {
  test('are suggested from names that differ in their last number, of two samples at least', () => {
    const runs = [
      runOf(['WT 1', 'Control_2', 'Lone 1', 'NTC'], ['c-myc', 'GAPDH']),
      runOf(['WT 2', 'Control_10', 'liver', 'WT 1'], ['c-myc', 'X'], ['X']),
    ]
    const { samples, targets, calibrator } = suggestStudy(runs)
    expect(samples.map(({ name, group }) => [name, group])).toEqual([
      ['Control_2', 'Control'],
      ['Control_10', 'Control'],
      ['liver', ''],
      ['Lone 1', ''],
      ['WT 1', 'WT'],
      ['WT 2', 'WT'],
    ])
    expect(targets.map(({ name, role }) => [name, role])).toEqual([
      ['c-myc', 'target'],
      ['GAPDH', 'reference'],
      ['X', 'reference'],
    ])
    expect(calibrator).toBe('Control')
  })

  test('are read by a pattern; its signs are no wildcards, names that do not fit stay', () => {
    const samples = ['a.b-1', 'a.c-2', 'axb-3'].map(plain)
    expect(groupByPattern(samples, 'a.{group}-*')?.map(({ group }) => group)).toEqual([
      'b',
      'c',
      '',
    ])
    expect(groupByPattern(samples, '{replicate}')).toBeNull()
    expect(groupByPattern(samples, '{group}{group}')).toBeNull()
  })

  test('A24-1: a pattern of many wildcards is read at once, whatever the names', () => {
    const samples = ['a'.repeat(120), `ill ${'a'.repeat(110)}b`, '😀😀-1'].map(plain)
    const begun = performance.now()
    expect(groupByPattern(samples, `{group} ${'*'.repeat(30)}b`)?.[1]?.group).toBe('ill')
    expect(groupByPattern(samples, `{group}${'*a'.repeat(30)}c`)).toEqual(samples)
    expect(groupByPattern(samples, '{group}*-{replicate}')?.[2]?.group).toBe('😀')
    expect(
      groupByPattern(['x{1', 'xy1'].map(plain), '{group}{1')?.map(({ group }) => group),
    ).toEqual(['x', ''])
    // Limit the time: one of these took more than an hour before.
    expect(performance.now() - begun).toBeLessThan(2000)
  })

  test('are pasted with tabs, semicolons or commas; unknown names are said', () => {
    const samples = ['S1', 'S2', 'S3'].map(plain)
    const found = pasteGroups(samples, 'S1;ill;donor 1\r\nS3; well\n\nS9;ill')
    expect(found.unknown).toEqual(['S9'])
    expect(found.samples).toEqual([
      { name: 'S1', group: 'ill', replicate: 'donor 1' },
      plain('S2'),
      { name: 'S3', group: 'well', replicate: '' },
    ])
  })
})

test('A27-24: a group and a replicate that are cut end at a whole character, which the service takes', () => {
  const odd = '🧪'.repeat(61)
  const { samples } = pasteGroups([plain('S')], `S\tx${odd}\tx${odd}`)
  const found = groupByPattern([plain(`${odd}-1`)], 'x{group}-*') ?? []
  const byPattern = groupByPattern([plain(`x${odd}-1`)], '{group}-*') ?? []
  for (const { group, replicate } of [...samples, ...found, ...byPattern])
    expect([group, replicate].every((text) => text.isWellFormed())).toBe(true)
  expect(byPattern[0]?.group).toMatch(/^x(🧪)+$/u)
})
