import { hookLimits, isHook } from '../../../workers/growth/hook.ts'
import { measureShape } from '../../../workers/growth/shape.ts'
import { Chart } from '../chart.ts'
import { fixed, overCycles, readJson } from '../data.ts'
import { writePicture } from '../svg.ts'

interface HookCurve {
  name: string
  signal: (number | null)[]
}

/** Draw curves that fall after their top, and one that does not. */
export function drawHook(): string {
  const curves = readJson<HookCurve[]>('../../tests/fixtures/curves/pcredux-hook.json').map(
    ({ name, signal }) => {
      const values = Float64Array.from(signal, (value) => value ?? Number.NaN)
      return { name, values, ...measureShape(values) }
    },
  )
  const hooked = curves.filter(({ hook }) => isHook(hook)).slice(0, 2)
  const level = curves.filter(({ hook }) => !isHook(hook)).slice(0, 1)
  const panels = [...hooked, ...level].map(({ values, hook }, i) => {
    const known = values.filter(Number.isFinite)
    const [low, high] = [Math.min(...known), Math.max(...known)]
    const chart = new Chart(
      { left: 60 + i * 236, top: 40, width: 180, height: 200 },
      { from: 0, to: values.length, label: 'cycle' },
      {
        from: low - 0.08 * (high - low),
        to: high + 0.35 * (high - low),
        label: i === 0 ? 'fluorescence' : '',
      },
    ).title(isHook(hook) ? 'Hook' : 'No hook')
    chart.points(overCycles(values), { radius: 1.9 }).line(overCycles(values), { width: 1 })
    const at = [0, chart.y.to] as const
    chart.label(at, `falls by ${fixed(100 * hook.fall, 1)} % of its height`, { dx: 5, dy: 15 })
    const chance = hook.chance < 0.0001 ? '< 0.0001' : fixed(hook.chance, hook.chance === 1 ? 0 : 4)
    return chart.label(at, `p ${chance} (limit ${hookLimits.chance})`, { dx: 5, dy: 29 })
  })
  return writePicture({
    width: 740,
    height: 290,
    title: 'Hook effect',
    description: 'Two curves that fall after their top and are flagged, and one that is not.',
    parts: panels.map(String),
  })
}
