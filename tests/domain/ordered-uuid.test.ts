import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Uuid } from '../../domain/fields.ts'
import { momentOf, orderedUuid } from '../../domain/ordered-uuid.ts'

describe('ids ordered by their moment', () => {
  it('are UUIDs of version 7', () => {
    for (let made = 0; made < 100; made++) {
      const uuid = orderedUuid(Date.UTC(2026, 10, 20), randomUUID())
      expect(v.is(Uuid, uuid), uuid).toBe(true)
      expect(uuid).toMatch(/^.{14}7.{4}[89ab].{3}-.{12}$/)
    }
  })

  it('spell the example of RFC 9562', () => {
    const random = '5c146b14-3c52-4cc3-98c4-dc0c0c07398f'
    expect(orderedUuid(0x017f22e279b0, random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
  })

  it('rise with time, whatever comes after it', () => {
    expect(orderedUuid(2, randomUUID()) > orderedUuid(1, randomUUID())).toBe(true)
  })

  it('tell their moment, others none', () => {
    const uuid = orderedUuid(0x017f22e279b0, randomUUID())
    expect(momentOf(`${uuid}:3`)).toBe('017f22e2-79b0')
    expect(momentOf('017f22e2-79b0-4cc3-98c4-dc0c0c07398f')).toBe(null)
    expect(momentOf('a word')).toBe(null)
  })
})
