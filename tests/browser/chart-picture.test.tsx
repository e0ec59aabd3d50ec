import { expect, onTestFinished, test } from 'vitest'
import type { ChartPicture } from '../../web/parts/chart/chart-picture.ts'
import { drawSvg } from '../../web/parts/chart/chart-picture.ts'
import { placeChart } from '../../web/parts/chart/geometry.ts'

function place(left: number, title: string): ChartPicture {
  const element = document.createElement('div')
  element.style.cssText = `position: absolute; left: ${left}px; top: 10px; width: 300px; height: 200px`
  document.body.append(element)
  onTestFinished(() => element.remove())
  return {
    element,
    title,
    geometry: placeChart(300, 200, { x: [1, 3], y: [0, 10] }, false),
    lines: [{ id: title, values: [1, 5, 9], color: '#0072b2' }],
    thresholds: [2, 2.1].map((value) => ({
      id: String(value),
      value,
      label: `N${value}`,
      color: '#0072b2',
    })),
    band: undefined,
    labels: { x: 'Cycle', y: 'Signal' },
  }
}

const read = (svg: string) => new DOMParser().parseFromString(svg, 'image/svg+xml')
const placeOf = (one: Element) =>
  /translate\((\d+) (\d+)\)/
    .exec(one.getAttribute('transform') ?? '')
    ?.slice(1)
    .map(Number)

test('several charts are drawn as they are beside each other, each under its name', async () => {
  const long = 'HEX with so many targets that no name has room for them all'
  const svg = read(await drawSvg([place(20, 'FAM'), place(330, long)], 'Run', ['A note']))
  const charts = [...svg.querySelectorAll('svg > g')].filter((one) => placeOf(one))
  expect(charts.map(placeOf)).toEqual([
    [0, 20],
    [310, 20],
  ])
  expect(charts[0]?.textContent).toContain('FAM')
  expect(charts[1]?.textContent).toMatch(/HEX with so many.*…/)
  const clips = [...svg.querySelectorAll('clipPath')].map(({ id }) => id)
  expect(new Set(clips).size).toBe(2)
  expect(svg.documentElement.getAttribute('width')).toBe('610')
})

test('names of thresholds do not cover each other, and a long address goes over several rows', async () => {
  const address = `https://example.com/${'a'.repeat(80)}`
  const svg = read(await drawSvg([place(0, 'FAM')], 'Run', [address]))
  const texts = [...svg.querySelectorAll('text')]
  const heights = texts
    .filter(({ textContent }) => textContent?.startsWith('N2'))
    .map((one) => Number(one.getAttribute('y')))
  expect(Math.abs((heights[0] ?? 0) - (heights[1] ?? 0))).toBeGreaterThanOrEqual(15)
  const rows = texts.filter((one) => one.getAttribute('font-size') === '11')
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.map(({ textContent }) => textContent).join('')).toBe(address)
})
