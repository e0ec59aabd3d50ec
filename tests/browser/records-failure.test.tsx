// Replace the opening of databases by one that fails: no setting of a browser that tests run in blocks it alone.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { RecordsFailure } from '../../web/shell/RecordsFailure.tsx'
import { closeRecords, openRecords } from '../../web/state/records.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

afterEach(() => vi.restoreAllMocks())

test('A29-20: a page says that the browser does not open the records, which leaves lists empty', async () => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('The user denied permission to access the database.', 'SecurityError')
  })
  mount(<RecordsFailure />)
  await expect(openRecords(operatorAccount, () => undefined)).rejects.toThrow()
  await expect.element(page.getByRole('alert').getByText(/Allow stored data/)).toBeVisible()
  await closeRecords()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
