import { notificationStatuses } from '../../domain/entities/notification.ts'
import type { Action } from '../../domain/actions/action.ts'
import { refuse, type Situation } from '../../domain/actions/refuse.ts'
import {
  type ActionKind,
  type ActionName,
  actions,
  type StateOf,
} from '../../domain/actions/table.ts'
import { describe, expect, it } from 'vitest'
import { analysisStatuses } from '../../domain/entities/analysis.ts'
import { certificateStatuses } from '../../domain/entities/certificate.ts'
import { permissions } from '../../domain/permissions.ts'

/** List every possible pair of state and action, with the next state. */
function possible<Kind extends ActionKind>(
  kind: Kind,
  states: readonly StateOf<Kind>[],
): Record<string, Record<string, string>> {
  const none = () => false
  const facts = {
    plate_without_device: none,
    no_results: none,
    four_eyes: none,
    reviews_stale: none,
  }
  const refusal = (name: string, state: string) =>
    refuse(
      kind,
      name as ActionName<Kind>,
      { state, permissions, facts } as unknown as Situation<Kind>,
    )
  return Object.fromEntries(
    states.map((state) => [
      state,
      Object.fromEntries(
        Object.entries<Action<string>>(actions[kind])
          .filter(([name]) => refusal(name, state) === null)
          .map(([name, { to }]) => [name, to ?? state]),
      ),
    ]),
  )
}

describe('every pair of state and action is decided', () => {
  it('[STATE-055] of a certificate: requested, then reviewed, then issued or rejected', () => {
    expect(possible('certificate', certificateStatuses)).toEqual({
      Pending: { edit: 'Pending', request: 'Waiting', delete: 'Pending' },
      Waiting: { issue: 'Issued', reject: 'Rejected' },
      Issued: {},
      Rejected: { delete: 'Rejected' },
    })
  })

  it('of a notification', () => {
    const open = (state: string) => ({
      edit: state,
      send: 'Sent',
      plan: 'Planned',
      test: state,
      delete: state,
      duplicate: state,
    })
    expect(possible('notification', notificationStatuses)).toEqual({
      Waiting: open('Waiting'),
      Planned: {
        send: 'Sent',
        plan: 'Planned',
        withdraw: 'Waiting',
        test: 'Planned',
        duplicate: 'Planned',
      },
      Refused: open('Refused'),
      Sent: { remind: 'Sent', duplicate: 'Sent' },
    })
  })

  it('of an e-mail', () => {
    expect(possible('email', ['Waiting', 'Sent'])).toEqual({
      Waiting: { edit: 'Waiting', send: 'Sent', test: 'Waiting', delete: 'Waiting' },
      Sent: { retry: 'Sent' },
    })
  })

  it('of an analysis: no action leaves a validated one changed', () => {
    const table = possible('analysis', analysisStatuses)
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
    expect(refuse('certificate', 'issue', { state: 'Waiting', permissions: [] })).toEqual({
      reason: 'permission_missing',
      permission: 'certificates.review',
    })
    expect(refuse('certificate', 'issue', { state: 'Pending', permissions })).toEqual({
      reason: 'wrong_state',
      state: 'Pending',
      action: 'issue',
    })
  })
})
