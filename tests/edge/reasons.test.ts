import { describe, expect, it } from 'vitest'
import type { Analysis, AnalysisStatus } from '../../domain/entities/analysis.ts'
import { permissions } from '../../domain/permissions.ts'
import { Fault } from '../../domain/fault.ts'
import { type AnalysisAction, analysisActions } from '../../domain/actions/analysis.ts'
import { isReasonDue } from '../../domain/actions/refuse.ts'
import { allow, allowAction } from '../../edge/store/allow.ts'
import type { By } from '../../edge/store/by.ts'

const everything: readonly string[] = permissions
const by = {
  actor: { uuid: 'somebody', name: 'Somebody', kind: 'user' },
  sight: { swarms: ['swarm'], kinds: ['analysis'] },
  permissions: everything,
  fourEyes: false,
} as unknown as By

const held = {
  user_uuid: 'other',
  user_name: 'Other',
  at: '2026-11-27T10:00:00.000Z',
  reason: 'a complaint',
}

/** Make as much of an analysis as the engine looks at. */
const record = (status: AnalysisStatus, action?: AnalysisAction) =>
  ({
    uuid: 'run',
    status,
    swarm_uuid: 'swarm',
    user_uuid: 'other',
    cartridge_type: 'Wells96',
    results: [{} as Analysis['results'][number]],
    sample_reviews: [],
    ...(action === 'liftHold' && { legal_hold: held }),
  }) as Partial<Analysis> as Analysis

function codeOf(work: () => unknown): string | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof Fault) return error.code
    throw error
  }
}

describe('house B2: the table of actions says when a reason is due, and the engine holds it', () => {
  const pairs = Object.entries(analysisActions).flatMap(([action, { from }]) =>
    from.map((status) => [action as AnalysisAction, status] as const),
  )

  it('house B2: each action from each of its states is refused without the reason that its row wants', () => {
    let due = 0
    for (const [action, status] of pairs) {
      const ask = (reason?: string) =>
        codeOf(() => allow(action, record(status, action), by, reason))
      expect(ask('because'), `${action} ${status}`).toBeNull()
      const expected = isReasonDue('analysis', action, status) ? 'reason_needed' : null
      expect([ask(), ask(''), ask('  ')], `${action} ${status}`).toEqual([
        expected,
        expected,
        expected,
      ])
      if (expected) due += 1
    }
    expect(due).toBeGreaterThan(12)
  })

  it('house B2: a plan is edited and moved without a reason, a run that is over is not', () => {
    expect(isReasonDue('analysis', 'edit', 'INIT')).toBe(false)
    expect(isReasonDue('analysis', 'edit', 'COMPLETE')).toBe(true)
    expect(isReasonDue('analysis', 'migrate', 'INIT')).toBe(false)
    expect(isReasonDue('analysis', 'migrate', 'ABORT')).toBe(true)
    expect(isReasonDue('analysis', 'annotate', 'COMPLETE')).toBe(false)
  })

  it('house B2: so are actions of records with states of their own', () => {
    const reject = (reason?: string) =>
      codeOf(() => allowAction('certificate', 'reject', 'Waiting', everything, reason))
    expect([reject(), reject(' '), reject('a control failed')]).toEqual([
      'reason_needed',
      'reason_needed',
      null,
    ])
    expect(codeOf(() => allowAction('certificate', 'issue', 'Waiting', everything))).toBeNull()
  })
})
