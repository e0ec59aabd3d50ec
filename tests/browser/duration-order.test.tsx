import { expect, onTestFinished, test } from 'vitest'
import { formatDuration } from '../../web/i18n/format.ts'
import { chooseLanguage } from '../../web/i18n/intl.ts'
import { mount } from './mount.tsx'

/** Return how far from the left a word of a text is drawn (px). */
function leftOf(holder: HTMLElement, word: string): number {
  const node = holder.querySelector('[data-text]')?.firstChild as Text
  const range = document.createRange()
  const at = node.data.indexOf(word)
  range.setStart(node, at)
  range.setEnd(node, at + word.length)
  return range.getBoundingClientRect().left
}

test('hours are right of minutes in Arabic, also in columns and charts that run from left to right', async () => {
  onTestFinished(async () => {
    await chooseLanguage('en')
    localStorage.removeItem('language')
  })
  await chooseLanguage('ar')
  const text = formatDuration(3900)
  const column = mount(
    <p dir="ltr" data-text>
      {text}
    </p>,
  )
  const chart = mount(
    <svg direction="ltr">
      <text y="20" data-text>
        {text}
      </text>
    </svg>,
  )
  const line = mount(
    <p dir="rtl" data-text>
      {text}
    </p>,
  )
  for (const holder of [column, chart, line]) {
    expect(leftOf(holder, '1')).toBeGreaterThan(leftOf(holder, '05'))
  }
})
