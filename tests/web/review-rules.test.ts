import { describe, expect, test } from 'vitest'
import type { CertificateStatus } from '../../domain/entities/certificate.ts'
import { defaultProfiles } from '../../domain/base-profiles.ts'
import { readChosen, refuseReview } from '../../web/screens/reviewer/review-rules.ts'

const reviewer = {
  uuid: 'r',
  permissions: [...defaultProfiles.Manager],
  reviewer: 'Y' as const,
  company_details: { four_eyes: 'Y' as const },
}
const record = (status: CertificateStatus, requestor = 'somebody') => ({ status, requestor })

describe('the right to issue or reject a certificate', () => {
  test('a reviewer one that waits', () => {
    expect(refuseReview(record('Waiting'), reviewer)).toBeNull()
  })

  test.each([
    ['permission', record('Waiting'), { permissions: ['certificates.search'] }],
    ['flag', record('Waiting'), { reviewer: 'N' as const }],
    ['pending', record('Pending'), {}],
    ['decided', record('Issued'), {}],
    ['decided', record('Rejected'), {}],
    ['fourEyes', record('Waiting', 'r'), {}],
    ['countsAsYou', record('Waiting', 'made'), { counted_with: [{ uuid: 'made', name: 'Made' }] }],
    ['unconfirmed', record('Waiting'), { unconfirmed: true as const }],
  ])('else it says why not: %s', (why, one, change) => {
    expect(refuseReview(one, { ...reviewer, ...change })).toBe(why)
  })

  test('without four eyes also their own', () => {
    const alone = { ...reviewer, company_details: { four_eyes: 'N' as const } }
    expect(refuseReview(record('Waiting', 'r'), alone)).toBeNull()
  })
})

test('the list begins with what waits, and an address of anything else is no error', () => {
  expect([null, 'all', 'Issued', '<script>'].map(readChosen)).toEqual([
    'Waiting',
    'all',
    'Issued',
    'Waiting',
  ])
})
