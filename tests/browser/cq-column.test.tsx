import { afterEach, beforeEach, expect, test } from 'vitest'
import { languageCodes } from '../../domain/catalog/languages.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { formatCq } from '../../web/i18n/format.ts'
import { chooseLanguage } from '../../web/i18n/intl.ts'
import { cellPadding, columnWidth } from '../../web/parts/table/column.ts'
import { listResultColumns } from '../../web/screens/analyses/detail/result-columns.tsx'
import { makeResultColumns } from '../../web/screens/results/result-columns.tsx'
import { mount } from './mount.tsx'

beforeEach(async () => {
  await Promise.all([completeTexts('frame'), completeTexts('analysis'), completeTexts('results')])
})
afterEach(() => chooseLanguage('en'))

test('A29-73: the column of the Cqs holds the words that there is none, in every language', async () => {
  for (const code of languageCodes) {
    await chooseLanguage(code)
    const words = mount(<span>{formatCq(null)}</span>).querySelector('span')!
    const needed = Math.ceil(words.getBoundingClientRect().width) + cellPadding
    for (const columns of [
      listResultColumns({ hasMelt: false, hasTimes: false }, null),
      makeResultColumns(),
    ]) {
      const column = columns.find(({ id }) => id === 'cq')!
      expect(columnWidth(column as never), `${code}: ${words.textContent}`).toBeGreaterThanOrEqual(
        needed,
      )
    }
  }
})
