/** One curve as the plain calculation has it; NaN for none. */
export interface PlainResult {
  cq: number
  secondDerivative: number
  cy0: number
  takeOff: number
  efficiency: number
}

type Model = (parameters: readonly number[], cycle: number) => number

/**
 * Evaluate a run's curves the straightforward way as a reference for speed, `curves[channel][well][cycle]`. Arrays of
 * numbers, functions over them, the language's own exp and log, Levenberg-Marquardt with numeric derivatives from one
 * start. It finds a baseline window, a threshold for each channel and the Cq at it, fits the five-parameter sigmoid
 * (second-derivative maximum, Cy0) and LinRegPCR's baseline and efficiency. That is less than the engine does (no
 * consensus, growth test, melt, controls, plate statistics), so what the engine gains is more than the ratio of their
 * times.
 */
export function runPlainPipeline(curves: readonly (readonly number[][])[]): PlainResult[][] {
  return curves.map((channel) => {
    const corrected = channel.map(subtractBaseline)
    const noises = corrected.map(({ noise }) => noise)
    const threshold = 10 * median(noises)
    return corrected.map(({ values }, well) => {
      const raw = channel[well]!
      if (Math.max(...values) < threshold) return { ...nothing }
      const parameters = fitPlainSigmoid(raw)
      const { takeOff, efficiency } = readLogLinear(raw)
      return {
        cq: findCrossing(values, threshold),
        ...readMaxima(parameters, raw.length),
        takeOff,
        efficiency,
      }
    })
  })
}

const nothing = { cq: NaN, secondDerivative: NaN, cy0: NaN, takeOff: NaN, efficiency: NaN }

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}

function fitLine(points: readonly (readonly [number, number])[]) {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length
  const sxx = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  const sxy = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const slope = sxy / sxx
  const intercept = meanY - slope * meanX
  const rest = points.reduce((sum, [x, y]) => sum + (y - intercept - slope * x) ** 2, 0)
  return { slope, intercept, noise: Math.sqrt(rest / (points.length - 2)) }
}

/**
 * Subtract the baseline of a window that ends before the curve leaves three standard deviations of the line; repeat
 * until it stays.
 */
function subtractBaseline(curve: readonly number[]) {
  const points = curve.map((value, i) => [i + 1, value] as const)
  const smoothed = curve.map((value, i) => {
    const near = curve.slice(i - 2, i + 3)
    if (i < 2 || near.length < 5) return value
    return (-3 * near[0]! + 12 * near[1]! + 17 * near[2]! + 12 * near[3]! - 3 * near[4]!) / 35
  })
  const bends = smoothed.map((value, i) =>
    i < 3 || i > curve.length - 2 ? 0 : smoothed[i - 1]! - 2 * value + smoothed[i + 1]!,
  )
  let end = Math.max(6, bends.indexOf(Math.max(...bends)) - 3)
  let line = fitLine(points.slice(2, end))
  for (let round = 0; round < 20; round++) {
    const over = smoothed.map((value, i) => value - line.intercept - line.slope * (i + 1))
    let leaving = over.indexOf(Math.max(...over))
    while (leaving > 0 && over[leaving]! > 3 * line.noise) leaving--
    const next = Math.max(6, leaving - 1)
    if (next === end) break
    end = next
    line = fitLine(points.slice(2, end))
  }
  const values = points.map(([x, y]) => y - line.intercept - line.slope * x)
  return { values, noise: line.noise }
}

function findCrossing(values: readonly number[], threshold: number): number {
  for (let i = values.length - 1; i > 0; i--) {
    const [low, high] = [values[i - 1]!, values[i]!]
    if (low < threshold && high >= threshold) return i + (threshold - low) / (high - low)
  }
  return NaN
}

const sigmoid: Model = ([b, c, d, e, f], x) =>
  c! + (d! - c!) / (1 + Math.exp(b! * (Math.log(x) - Math.log(e!)))) ** f!

/** Fit the parameters b, c, d, e, f of qpcR's l5. */
export function fitPlainSigmoid(curve: readonly number[]): number[] {
  const low = Math.min(...curve)
  const high = Math.max(...curve)
  const middle = curve.findIndex((value) => value > (low + high) / 2) + 1
  return fitModel(sigmoid, curve, [-10, low, high, Math.max(2, middle), 1])
}

/** Fit by Levenberg-Marquardt with derivatives by differences. */
function fitModel(model: Model, curve: readonly number[], start: readonly number[]): number[] {
  const residuals = (p: readonly number[]) => curve.map((value, i) => value - model(p, i + 1))
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value ** 2, 0)
  let parameters = [...start]
  let rest = residuals(parameters)
  let squares = sum(rest)
  let damping = 1e-3
  for (let round = 0; round < 100; round++) {
    const columns = parameters.map((value, k) => {
      const step = 1e-6 * Math.max(1e-3, Math.abs(value))
      const moved = parameters.map((one, i) => (i === k ? one + step : one))
      return residuals(moved).map((one, i) => (rest[i]! - one) / step)
    })
    const matrix = columns.map((one, a) =>
      columns.map((other, b) => {
        const dot = one.reduce((total, value, i) => total + value * other[i]!, 0)
        return a === b ? dot * (1 + damping) : dot
      }),
    )
    const right = columns.map((one) => one.reduce((total, value, i) => total + value * rest[i]!, 0))
    const step = solve(matrix, right)
    const next = parameters.map((value, i) => value + step[i]!)
    const nextRest = residuals(next)
    const nextSquares = sum(nextRest)
    if (nextSquares < squares) {
      const gained = (squares - nextSquares) / squares
      parameters = next
      rest = nextRest
      squares = nextSquares
      damping /= 10
      if (gained < 1e-10) break
    } else {
      damping *= 10
      if (damping > 1e8) break
    }
  }
  return parameters
}

/** Solve by Gauss with pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!])
  const size = rows.length
  for (let k = 0; k < size; k++) {
    let pivot = k
    for (let r = k + 1; r < size; r++) {
      if (Math.abs(rows[r]![k]!) > Math.abs(rows[pivot]![k]!)) pivot = r
    }
    ;[rows[k], rows[pivot]] = [rows[pivot]!, rows[k]!]
    for (let r = k + 1; r < size; r++) {
      const factor = rows[r]![k]! / rows[k]![k]!
      rows[r] = rows[r]!.map((value, c) => value - factor * rows[k]![c]!)
    }
  }
  const result = Array.from({ length: size }, () => 0)
  for (let k = size - 1; k >= 0; k--) {
    const known = result.reduce((total, value, c) => total + value * rows[k]![c]!, 0)
    result[k] = (rows[k]![size]! - known) / rows[k]![k]!
  }
  return result
}

/** Read the maxima of the derivatives on a grid of hundredths of a cycle, as qpcR reads them. */
function readMaxima(parameters: readonly number[], cycles: number) {
  const values = Array.from({ length: 100 * (cycles - 1) + 1 }, (_, i) =>
    sigmoid(parameters, 1 + i / 100),
  )
  const first = values.slice(1).map((value, i) => value - values[i]!)
  const second = first.slice(1).map((value, i) => value - first[i]!)
  const steepest = first.indexOf(Math.max(...first))
  const inflection = 1 + (steepest + 0.5) / 100
  const slope = 100 * first[steepest]!
  return {
    secondDerivative: 1 + (second.indexOf(Math.max(...second)) + 1) / 100,
    cy0: inflection - (sigmoid(parameters, inflection) - parameters[1]!) / slope,
  }
}

/** Find LinRegPCR's constant baseline that makes the log-linear phase straight, by bisection. */
function readLogLinear(curve: readonly number[]) {
  const second = curve.map((value, i) =>
    i < 1 || i > curve.length - 2 ? 0 : curve[i - 1]! - 2 * value + curve[i + 1]!,
  )
  const takeOff = second.indexOf(Math.max(...second)) + 1
  let from = takeOff - 1
  while (from > 1 && takeOff - from < 9 && curve[from - 1]! > curve[from - 2]!) from--
  const window = curve.slice(Math.min(from, takeOff - 4) - 1, takeOff)
  let baseline = 0.5 * Math.min(...window)
  let step = Math.abs(baseline) / 2
  let slope = NaN
  for (let round = 0; round < 50; round++) {
    const logs = window.map((value, i) => [i, Math.log10(value - baseline)] as const)
    const half = Math.ceil(logs.length / 2)
    const lower = fitLine(logs.slice(0, half)).slope
    const upper = fitLine(logs.slice(-half)).slope
    slope = fitLine(logs).slope
    if (Math.abs(upper - lower) < 1e-5) break
    baseline += lower > upper ? -step : step
    step /= 2
  }
  return { takeOff, efficiency: 10 ** slope }
}
