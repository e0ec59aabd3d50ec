/** Runs one named step and prints what it took; `note` adds a word behind the time ("nothing changed"). */
export type Step = <T>(
  name: string,
  run: (note: (text: string) => void) => T | Promise<T>,
) => Promise<T>

export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

/** Step lines for a person: `  build            2.1 s  (nothing changed)`. */
export const printedStep: Step = async (name, run) => {
  const started = performance.now()
  let remark = ''
  const result = await run((text) => {
    remark = text
  })
  const time = formatSeconds(performance.now() - started)
  console.log(`  ${name.padEnd(16)} ${time.padStart(7)}${remark === '' ? '' : `  (${remark})`}`)
  return result
}

export const silentStep: Step = async (_name, run) => run(() => {})
