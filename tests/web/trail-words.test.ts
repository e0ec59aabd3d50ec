import { expect, test } from 'vitest'
import { riskyActions } from '../../domain/trail/entry-risk.ts'
import { t } from '../../web/i18n/intl.ts'
import { sayAction } from '../../web/screens/audit/say-entry.tsx'

test('issue 14: a reviewer reads of each action with a risk what was done', () => {
  const unsaid = riskyActions.filter((action) => sayAction(action) === t('record.did.other'))
  expect(unsaid).toEqual([])
})
