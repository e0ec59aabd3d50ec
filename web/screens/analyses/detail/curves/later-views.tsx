import { loadLater } from '../../../../load-later.tsx'
import { firstPage } from '../../../../state/first-page.ts'

/** Load apart from the curves what is seen once a person asks for it: charts beside each other, the menu of a well. */
export const SplitCharts = loadLater(async () => (await import('./SplitCharts.tsx')).SplitCharts)
export const WellMenu = loadLater(async () => (await import('./WellMenu.tsx')).WellMenu, {
  isQuiet: true,
})

/** Fetch what draws and writes a chart once more, to be copied or saved. */
export const fetchTaking = () => import('./take-chart.ts')

/** Fetch all of it once a page is drawn, so that it opens at once and also where the network has gone by then. */
export function fetchViews(): void {
  void firstPage.then(() =>
    Promise.allSettled([WellMenu.load(), SplitCharts.load(), fetchTaking()]),
  )
}
