import { chromium as launcher } from '@playwright/test'
import { chromiumLaunch, findChromium } from '../../../scripts/chromium.ts'
import type { Engine } from './engine.ts'

export const chromium: Engine = {
  name: 'Chromium',
  find: findChromium,
  async run(_found, script, plates) {
    const browser = await launcher.launch(chromiumLaunch())
    try {
      const page = await browser.newPage()
      await page.addScriptTag({ content: script })
      return await page.evaluate(
        (text) =>
          (globalThis as unknown as { digestPlates(text: string): string }).digestPlates(text),
        plates,
      )
    } finally {
      await browser.close()
    }
  },
}
