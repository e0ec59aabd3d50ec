import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ResultChange } from '../../domain/rules/diff-results.ts'
import { chooseLanguage } from '../../web/i18n/intl.ts'
import { ResultDiff } from '../../web/screens/analyses/detail/ResultDiff.tsx'
import { mount } from './mount.tsx'

const changes = ['A1', 'A2', 'A3'].map((well) => ({
  well,
  target: 'FZD1',
  before: { cq: 28.64, call: 'detected' },
  after: { cq: 30.44, call: 'detected' },
  callChanged: false,
})) as unknown as ResultChange[]

test('first-use H15: on a laptop both sides of a change are seen without scrolling', async () => {
  await page.viewport(1366, 768)
  const record = { cartridge_type: 'Wells96' as const, samples: [], name: 'Run' }
  const at = mount(
    <div style={{ inlineSize: 848 }}>
      <ResultDiff record={record} changes={changes} before="Now" after="New" />
    </div>,
  )
  await expect.element(page.getByText('3 results change; no call changes.')).toBeVisible()
  const room = at.querySelector('[role=region]')!.getBoundingClientRect()
  const cells = [...at.querySelectorAll('[role=row]')].map((row) =>
    row.children[3]!.getBoundingClientRect(),
  )
  for (const { right } of cells.slice(-4)) expect(right).toBeLessThanOrEqual(room.right)
})

test('A28-80: on a laptop the reason of a change is read without scrolling', async () => {
  await page.viewport(1366, 768)
  const record = { cartridge_type: 'Wells96' as const, samples: [], name: 'Run' }
  const reason = { rule: 'excluded', value: null, limit: null, decided: true }
  const left = changes.map((change) => ({
    ...change,
    after: { cq: 28.64, call: 'invalid', reason },
    callChanged: true,
  })) as unknown as ResultChange[]
  const at = mount(
    <div style={{ inlineSize: 848 }}>
      <ResultDiff record={record} changes={left} before="Now" after="New" />
    </div>,
  )
  const why = page.getByText('The well was excluded by a person').first()
  await expect.element(why).toBeVisible()
  const room = at.querySelector('[role=region]')!.getBoundingClientRect()
  const words = document.createRange()
  words.selectNodeContents(why.element())
  expect(words.getBoundingClientRect().right).toBeLessThanOrEqual(room.right)
  expect(words.getClientRects()).toHaveLength(1)
})

test.each(['en', 'it', 'ru'] as const)(
  'A28-80: no word above the changes is broken, in %s',
  async (language) => {
    await page.viewport(1366, 768)
    await chooseLanguage(language)
    onTestFinished(async () => void (await chooseLanguage('en')))
    const record = { cartridge_type: 'Wells96' as const, samples: [], name: 'Run' }
    const at = mount(
      <div style={{ inlineSize: 848 }}>
        <ResultDiff record={record} changes={changes} before="1" after="2" />
      </div>,
    )
    await expect.element(page.getByRole('columnheader').first()).toBeVisible()
    for (const header of at.querySelectorAll('[role=region] [role=columnheader]')) {
      const words = document.createRange()
      words.selectNodeContents(header)
      expect(words.getClientRects()).toHaveLength(1)
    }
  },
)
