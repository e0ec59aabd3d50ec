import { runDesktop } from '../desktop/main.ts'
import { buildWhenChanged } from './build.ts'
import { printedStep } from './steps.ts'

await runDesktop(process.argv.slice(2), () =>
  printedStep('build', async (note) => {
    if (!(await buildWhenChanged())) note('nothing changed')
  }),
)
