import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Tabs } from '../../web/parts/tabs/Tabs.tsx'
import { mount } from './mount.tsx'

const names = ['Health', 'Messages and logs', 'Settings', 'History', 'Calibration', 'Network']
const tabs = names.map((label) => ({ id: label, label, content: label }))

test.each(['ltr', 'rtl'])('the chosen tab is in view on a narrow screen (%s)', async (dir) => {
  await page.viewport(400, 600)
  mount(
    <div dir={dir}>
      <Tabs label="Views" tabs={tabs} selected="Network" onSelect={() => undefined} />
    </div>,
  )
  const list = page.getByRole('tablist', { name: 'Views' })
  await expect.element(page.getByRole('tab', { name: 'Network' })).toBeInViewport({ ratio: 0.95 })
  // Tell that there are more, on the side where they are.
  const side = dir === 'ltr' ? 'data-more-left' : 'data-more-right'
  await expect.element(list).toHaveAttribute(side)
})
