import { expect, it } from 'vitest'
import page from '../../docs/rights.md?raw'
import { sections } from './rights-table.ts'

it('docs/rights.md shows the table that the tests go through', () => {
  for (const [title, changes] of Object.entries(sections)) {
    const section = page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
    const shown = section.split('\n').filter((line) => /^\| (?!when|---)/.test(line))
    const known = Object.values(changes).map(({ change, outcome }) => `| ${change} | ${outcome} |`)
    expect(shown, title).toEqual(known)
  }
})
