import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from './mount.tsx'

test.each(['rtl', 'ltr'] as const)(
  'a name in other letters begins where its cell does, in a page from %s',
  async (dir) => {
    mount(
      <div dir={dir} style={{ display: 'grid', inlineSize: '400px' }}>
        <bdi>{dir === 'rtl' ? 'bKIT Listeria' : 'عدة الليستيريا'}</bdi>
      </div>,
    )
    const name = page.getByText(/bKIT|عدة/)
    await expect.element(name).toBeVisible()
    const cell = name.element()
    const text = document.createRange()
    text.selectNodeContents(cell)
    const side = dir === 'rtl' ? 'right' : 'left'
    const ends = [cell.getBoundingClientRect()[side], text.getBoundingClientRect()[side]]
    expect(Math.abs(ends[0]! - ends[1]!)).toBeLessThan(2)
  },
)
