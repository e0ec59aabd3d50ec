import { describe, expect, it } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import { readReply } from '../../domain/reply.ts'

function faultOf(body: unknown, status?: number): Fault {
  try {
    readReply(body, status)
  } catch (error) {
    if (error instanceof Fault) return error
  }
  throw new Error('no fault')
}

describe('readReply', () => {
  it('[ENV-001] [ENV-002] opens a good answer', () => {
    expect(readReply({ ok: true, data: [1] })).toEqual([1])
  })

  it('[ENV-003] keeps every detail of a refusal', () => {
    const errors = [
      {
        code: 'invalid',
        message: 'm',
        field: 'samples.0',
        reason: 'well_taken',
        params: { well: 'A1' },
      },
      { code: 'invalid', message: 'n' },
    ]
    expect(faultOf({ ok: false, errors }).details).toEqual(errors)
  })

  it('[ENV-004] reads the old form, errors as a bare string', () => {
    expect(faultOf({ ok: false, errors: 'Analysis already running' }).message).toBe(
      'Analysis already running',
    )
  })

  it('takes a code that only a newer service knows for what its status says', () => {
    const refusal = { ok: false, errors: [{ code: 'locked', message: 'm', field: 'name' }] }
    const codes = [423, 409, 500, 503, 200].map((status) => faultOf(refusal, status).code)
    expect(codes).toEqual(['refused', 'refused', 'internal', 'internal', 'internal'])
    expect(faultOf({ ok: false, errors: [{ message: 'm' }] }, 409).code).toBe('internal')
    expect(faultOf({ ok: false, errors: [{ code: 'stale' }] }, 409).code).toBe('stale')
  })

  it('takes an unknown code for an internal fault, and a page of somebody else for the network', () => {
    expect(faultOf({ ok: false, errors: [{ code: 'teapot', message: 'm' }] }).code).toBe('internal')
    expect(faultOf({ ok: false, errors: [] }).code).toBe('internal')
    expect(faultOf('<html>Sign in to the hotel</html>').code).toBe('network')
    expect(faultOf({ ok: 'yes' }).code).toBe('network')
  })
})
