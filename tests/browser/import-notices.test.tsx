import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { NoticeList } from '../../workers/files/notices.ts'
import { FirstNotices, NoticeTable } from '../../web/screens/analyses/import/NoticeTable.tsx'
import { mount } from './mount.tsx'

test('issue 15: a loss comes first and names its target and its wells', async () => {
  const notices = new NoticeList()
  notices.add('plate_assumed')
  notices.add('dye_assumed', { target: 'Gene C', path: 'CY5', wells: 'H11–H12' }, { count: 2 })
  notices.add('result_without_curve', { target: 'Gene B', wells: 'A1:B3' }, { count: 6 })
  const drawn = mount(<NoticeTable notices={notices.list()} />)
  await expect.element(page.getByRole('table')).toBeVisible()
  const cells = [...drawn.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim()),
  )
  expect(cells.map(([kind, , place]) => [kind, place])).toEqual([
    ['Not imported', 'wells A1:B3, target Gene B'],
    ['Please check', 'CY5, wells H11–H12, target Gene C'],
    ['Good to know', ''],
  ])
})

test('A21-14: what was not imported, and wells that may be others, are seen before a run is kept', async () => {
  const notices = new NoticeList()
  notices.add('plate_assumed')
  const draw = () => {
    let isShown = false
    const list = notices.list()
    const drawn = mount(<FirstNotices notices={list} onShow={() => (isShown = true)} />)
    return { drawn, wasShown: () => isShown }
  }
  expect(draw().drawn.textContent).toBe('')
  notices.add('wells_counted', {}, { columns: 12 })
  for (const well of ['A1', 'A2', 'A3']) {
    notices.add('samples_differ', { well }, { first: 'Ann', second: 'Bob' })
  }
  const { drawn, wasShown } = draw()
  await expect
    .element(page.getByText('A well names two samples', { exact: false }).first())
    .toBeVisible()
  expect(drawn.textContent).toContain('counted along rows of 12')
  expect(drawn.textContent).toContain('(well A2)')
  expect(drawn.textContent).toContain('+ 1')
  await page.getByRole('button', { name: 'Notices' }).click()
  expect(wasShown()).toBe(true)
})
