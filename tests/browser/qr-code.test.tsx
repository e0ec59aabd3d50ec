import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { QrCode } from '../../web/screens/session/QrCode.tsx'
import { mount } from './mount.tsx'

const uri =
  'otpauth://totp/bApp:olga%40aurora.example?issuer=bApp&secret=OL6QV2GJ6K4YGSXXAMWVAHM6EUPG5FKS&algorithm=SHA1&digits=6&period=30'

/** Read the drawn code, one pixel for a cell. */
async function readCells(svg: SVGSVGElement, size: number): Promise<boolean[][]> {
  const picture = new Image(size, size)
  const copy = svg.cloneNode(true) as SVGSVGElement
  copy.setAttribute('width', String(size))
  copy.setAttribute('height', String(size))
  picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await picture.decode()
  const canvas = new OffscreenCanvas(size, size).getContext('2d')
  canvas?.drawImage(picture, 0, 0, size, size)
  const { data } = canvas?.getImageData(0, 0, size, size) ?? { data: [] }
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (__, x) => (data[(y * size + x) * 4] ?? 255) < 128),
  )
}

test.each(['light', 'dark', 'dark-room', 'high-contrast'])(
  'the code is black on white with four white cells around it, also on %s',
  async (theme) => {
    document.documentElement.dataset['theme'] = theme
    const holder = mount(<QrCode text={uri} label="QR code for the authenticator app" />)
    await expect
      .element(page.getByRole('img', { name: 'QR code for the authenticator app' }))
      .toBeVisible()
    const { data, size } = encode(uri, { ecc: 'M', border: 4 })
    const svg = holder.querySelector('svg')
    if (!svg) throw new Error('nothing is drawn')
    const cells = await readCells(svg, size)
    expect(cells).toEqual(data)
    const rim = cells.flatMap((row, y) =>
      row.filter((_, x) => Math.min(x, y, size - 1 - x, size - 1 - y) < 4),
    )
    expect(rim.includes(true)).toBe(false)
    const box = svg.getBoundingClientRect()
    expect(box.width).toBeCloseTo(box.height, 0)
    expect(box.width / size).toBeGreaterThan(2.5)
  },
)
