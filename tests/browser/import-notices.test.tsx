import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { NoticeList } from '../../workers/files/notices.ts'
import { NoticeTable } from '../../web/screens/analyses/import/NoticeTable.tsx'
import { mount } from './mount.tsx'

test('issue 15: a loss comes first and names its target and its wells', async () => {
  const notices = new NoticeList()
  notices.add('plate_assumed')
  notices.add('dye_assumed', { target: 'Gene C', path: 'CY5', wells: 'H11-H12' }, { count: 2 })
  notices.add('result_without_curve', { target: 'Gene B', wells: 'A1-A3, B1-B3' }, { count: 6 })
  const drawn = mount(<NoticeTable notices={notices.list()} />)
  await expect.element(page.getByRole('table')).toBeVisible()
  const cells = [...drawn.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim()),
  )
  expect(cells.map(([kind, , place]) => [kind, place])).toEqual([
    ['Not imported', 'wells A1-A3, B1-B3, target Gene B'],
    ['Please check', 'CY5, wells H11-H12, target Gene C'],
    ['Good to know', ''],
  ])
})
