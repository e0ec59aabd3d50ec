import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules for people who cannot see or point: WCAG 2.2 A and AA, and axe's own best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface Finding {
  id: string
  nodes: { target: unknown[]; failureSummary?: string }[]
}

/**
 * List the violations on the page, or in the part that a selector finds, each as a line that names its rule, its place
 * and the problem.
 */
export async function findViolations(page: Page, part = 'html'): Promise<string[]> {
  // Evaluate it rather than add it as a script: the page's own policy takes no script from outside.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const found = await page.evaluate(
    async ({ wanted, within }) => {
      const { axe } = window as unknown as {
        axe: {
          run: (context: Element | null, options: object) => Promise<{ violations: Finding[] }>
        }
      }
      // Wait for a colour on its way to another, which has no contrast of its own.
      const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
      await Promise.allSettled(transitions.map(({ finished }) => finished))
      const { violations } = await axe.run(document.querySelector(within), {
        runOnly: { type: 'tag', values: wanted },
        resultTypes: ['violations'],
      })
      return violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
      }))
    },
    { wanted: tags, within: part },
  )
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${id} ${target.join(' ')}: ${(failureSummary ?? '').replaceAll(/\s+/g, ' ')}`,
    ),
  )
}
