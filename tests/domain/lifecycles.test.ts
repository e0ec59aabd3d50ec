import { describe, expect, it } from 'vitest'
import { analysisStatuses } from '../../domain/entities/analysis.ts'
import { certificateStatuses } from '../../domain/entities/certificate.ts'
import { permissions } from '../../domain/permissions.ts'
import { analysisActions } from '../../domain/rules/analysis.ts'
import { certificateActions } from '../../domain/rules/certificate.ts'
import { emailActions, notificationActions } from '../../domain/rules/outgoing.ts'
import { refuseAction, type StateActions } from '../../domain/rules/states.ts'

/** Every pair of state and action that is possible, and where it leads. */
function possible<State extends string>(
  actions: StateActions<State>,
  states: readonly State[],
): Record<string, Record<string, string>> {
  return Object.fromEntries(
    states.map((state) => [
      state,
      Object.fromEntries(
        Object.entries(actions)
          .filter(([name]) => refuseAction(actions, name, state, permissions) === null)
          .map(([name, { to }]) => [name, to ?? state]),
      ),
    ]),
  )
}

describe('every pair of state and action is decided', () => {
  it('[STATE-055] of a certificate: requested, then reviewed, then issued or rejected', () => {
    expect(possible(certificateActions, certificateStatuses)).toEqual({
      Pending: { edit: 'Pending', request: 'Waiting', delete: 'Pending' },
      Waiting: { issue: 'Issued', reject: 'Rejected' },
      Issued: {},
      Rejected: { delete: 'Rejected' },
    })
  })

  it('of a notification', () => {
    expect(possible(notificationActions, ['Waiting', 'Sent'])).toEqual({
      Waiting: { edit: 'Waiting', send: 'Sent', delete: 'Waiting', duplicate: 'Waiting' },
      Sent: { duplicate: 'Sent' },
    })
  })

  it('of an e-mail', () => {
    expect(possible(emailActions, ['Waiting', 'Sent'])).toEqual({
      Waiting: { edit: 'Waiting', send: 'Sent', test: 'Waiting', delete: 'Waiting' },
      Sent: {},
    })
  })

  it('of an analysis: no action leaves a validated one changed', () => {
    const table = possible(analysisActions as StateActions<string>, analysisStatuses)
    for (const to of Object.values(table['VALIDATION'] ?? {})) expect(to).toBe('VALIDATION')
    expect(Object.keys(table['VALIDATION'] ?? {})).toEqual([
      'correct',
      'duplicate',
      'report',
      'relaunch',
    ])
  })
})

describe('a refused action names its reason', () => {
  it('the permission first, then the state', () => {
    expect(refuseAction(certificateActions, 'issue', 'Waiting', [])).toEqual({
      reason: 'permission_missing',
      permission: 'certificates.review',
    })
    expect(refuseAction(certificateActions, 'issue', 'Pending', permissions)).toEqual({
      reason: 'wrong_state',
      state: 'Pending',
      action: 'issue',
    })
  })
})
