import { describe, expect, test } from 'vitest'
import { readPages } from '../../web/client/read-pages.ts'

/** Make a service that returns its rows page by page, two at a time. */
function serve(rows: () => readonly number[]) {
  const asked: string[] = []
  const read = (page: string) => {
    asked.push(page)
    const all = rows()
    const from = (Number(page) - 1) * 2
    const pages = Math.max(1, Math.ceil(all.length / 2))
    return Promise.resolve({ data: all.slice(from, from + 2), pages, total: all.length })
  }
  return { asked, read }
}

const idOf = String

describe('first-use B4: lists are sorted only when all of them is here', () => {
  test('first-use B4: some pages are not the whole, all pages are', async () => {
    const { read } = serve(() => [1, 2, 3, 4, 5])
    const some = await readPages({ pages: 1, read, idOf })
    expect(some).toEqual({ rows: [1, 2], total: 5, isWhole: false, silent: [] })
    const all = await readPages({ pages: 'all', read, idOf })
    expect(all).toEqual({ rows: [1, 2, 3, 4, 5], total: 5, isWhole: true, silent: [] })
    expect(await readPages({ pages: 'all', read: serve(() => []).read, idOf })).toEqual({
      rows: [],
      total: 0,
      isWhole: true,
      silent: [],
    })
  })

  test('what has been read is shown while the other pages are on their way', async () => {
    const shown: (readonly number[])[] = []
    const { read } = serve(() => [1, 2, 3, 4, 5])
    await readPages({ pages: 'all', read, idOf, show: (rows) => shown.push(rows) })
    expect(shown).toEqual([
      [1, 2],
      [1, 2, 3, 4],
    ])
  })

  test('first-use B4: a row that comes between two pages is neither lost nor there twice', async () => {
    let rows = [1, 2, 3, 4]
    const { asked, read } = serve(() => rows)
    const reading = (page: string) => {
      const answer = read(page)
      if (asked.length === 1) rows = [0, ...rows]
      return answer
    }
    const { rows: found, isWhole } = await readPages({ pages: 'all', read: reading, idOf })
    expect(isWhole).toBe(true)
    expect(found).toEqual([0, 1, 2, 3, 4])
  })

  test('a row that was renamed to a place before the page is found, also where another one goes meanwhile', async () => {
    let rows = [1, 2, 3, 4, 5]
    const { asked, read } = serve(() => rows)
    const reading = (page: string) => {
      const answer = read(page)
      // Remove the first row, and rename the fifth to its place: three rows are read, and three are counted.
      if (asked.length === 1) rows = [5, 2, 3]
      return answer
    }
    const { rows: found, isWhole } = await readPages({ pages: 'all', read: reading, idOf })
    expect([found, isWhole]).toEqual([[5, 2, 3], true])
  })

  test('first-use B4: rows that never rest are not called whole', async () => {
    let next = 10
    let rows = [1, 2, 3, 4]
    const { read } = serve(() => rows)
    const reading = (page: string) => {
      const answer = read(page)
      rows = [(next += 1), ...rows]
      return answer
    }
    expect(await readPages({ pages: 'all', read: reading, idOf })).toMatchObject({ isWhole: false })
  })

  test('issue 21: rows of companies that do not answer are not waited for: their names come instead, and the rest is not whole', async () => {
    const silent = [{ uuid: '3', name: 'Lost' }]
    const asked: string[] = []
    const read = (page: string) => {
      asked.push(page)
      const data = page === '1' ? [1, 2] : [4]
      return Promise.resolve({ data, pages: 2, total: 4, ...(page === '2' && { silent }) })
    }
    const found = await readPages({ pages: 'all', read, idOf })
    expect(found).toEqual({ rows: [1, 2, 4], total: 4, isWhole: false, silent })
    expect(asked).toEqual(['1', '2'])
  })

  test('first-use B4: more than the service counts are never read as all', async () => {
    const { asked, read } = serve(() => [1, 2, 3, 4])
    const found = await readPages({ pages: 'all', read, idOf, countedTo: 4 })
    expect(found).toEqual({ rows: [1, 2], total: 4, isWhole: false, silent: [] })
    expect(asked).toEqual(['1'])
  })
})
