import { expect, onTestFinished, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { ToastRegion } from '../../web/parts/toast/ToastRegion.tsx'
import { Rail } from '../../web/shell/Rail.tsx'
import { TopBar } from '../../web/shell/TopBar.tsx'
import { enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

const ignore = () => undefined

/** Draw the page as it would be on paper, or again as on a screen. */
const emulate = (media: 'print' | '') =>
  (cdp() as { send(method: string, params: object): Promise<unknown> }).send(
    'Emulation.setEmulatedMedia',
    { media },
  )

test('A29-75: a page that is printed by the browser is its content, without the bars of the app', async () => {
  await page.viewport(1366, 768)
  await completeTexts('frame')
  enterProven(operatorAccount)
  onTestFinished(() => emulate('').then(ignore))
  mount(
    <>
      <Rail />
      <TopBar route={undefined} />
      <p>Cq 24.51</p>
      <ToastRegion toasts={[]} onDismiss={ignore} onHold={ignore} onRelease={ignore} />
    </>,
  )
  const bars = () =>
    ['nav', 'header', 'section'].map((tag) => document.querySelector(tag)!.checkVisibility())
  expect(bars()).toEqual([true, true, true])
  await emulate('print')
  expect(bars()).toEqual([false, false, false])
  await expect.element(page.getByText('Cq 24.51')).toBeVisible()
})
