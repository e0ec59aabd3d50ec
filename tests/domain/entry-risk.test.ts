import { describe, expect, it } from 'vitest'
import { entryRisks } from '../../domain/entities/audit-review.ts'
import type { AuditAction } from '../../domain/trail/actions.ts'
import { riskOf, riskyActions } from '../../domain/trail/entry-risk.ts'

describe('twelfth look R12-3: the risk of an action of the trail', () => {
  it.each<[AuditAction, (typeof entryRisks)[number]]>([
    ['attachment.replace', 'deletion'],
    ['attachment.delete', 'deletion'],
    ['closing.erase', 'deletion'],
    ['command.FOLDERS_CLEAR', 'deletion'],
    ['command.lan.FOLDERS_CLEAR', 'deletion'],
    ['api_key.hand_over', 'rights'],
    ['profile.put', 'rights'],
    ['swarm.put', 'override'],
    ['user.edit', 'rights'],
  ])('%s is %s', (action, risk) => {
    expect(riskOf(action)).toBe(risk)
  })

  it('is none where the signature of the review covers it, and for what another version wrote', () => {
    const covered: AuditAction[] = [
      'device.hello',
      'swarm.edit',
      'command.done',
      'recall_hold.lift',
    ]
    for (const action of [...covered, 'comet.seen', 'toString', '__proto__.create']) {
      expect(riskOf(action)).toBeNull()
    }
  })

  it('is known to the store, which searches by name, for each with a risk', () => {
    expect(riskyActions).toContain('attachment.replace')
    for (const action of riskyActions) expect(entryRisks).toContain(riskOf(action))
    expect(new Set(riskyActions).size).toBe(riskyActions.length)
  })
})
