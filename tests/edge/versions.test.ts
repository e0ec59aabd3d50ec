import { expect, test } from 'vitest'
import { checkPage, oldestPage } from '../../edge/check-page.ts'

test('a page that is too old is told so, and nobody else', () => {
  for (const said of [undefined, 'curl/8', `bApp/${oldestPage}; mobile=0`, 'bApp/10.0; mobile=1'])
    expect(() => checkPage(said)).not.toThrow()
  expect(() => checkPage('bApp/1.9.9; mobile=0')).toThrow(
    expect.objectContaining({ code: 'client_outdated', status: 426 }),
  )
})
