import { measureFunctions } from './functions.ts'
import { isProduct, makeRule, type RuleCase } from './rule.ts'

export const longestFunction = 80

/** Functions that are longer than that, with today's number of lines. The list may only shrink. */
const longFunctions: Record<string, number> = {
  'devices/cycler.ts startCycler': 96,
  'devices/lan/radios.ts createRadios': 97,
  'devices/run-device.ts runDevice': 97,
  'web/live/keep-connected.ts keepConnected': 117,
  'web/local/leader.ts startLeadership': 86,
  'web/parts/chart/CurveChart.tsx CurveChart': 96,
  'web/parts/map/PlaceMap.tsx PlaceMap': 82,
  'web/screens/analyses/detail/CurvePanel.tsx CurvePanel': 117,
  'web/screens/analyses/detail/RecalculateDialog.tsx RecalculateDialog': 95,
  'web/screens/analyses/detail/ResultsView.tsx ResultsView': 112,
  'web/screens/analyses/detail/TargetSettingsForm.tsx TargetSettingsForm': 82,
  'web/screens/analyses/detail/curves/use-curve-view.ts useCurveView': 106,
  'web/screens/analyses/detail/images/PictureView.tsx PictureView': 83,
  'web/screens/analyses/detail/result-columns.tsx listResultColumns': 92,
  'web/screens/analyses/detail/running/run-orders.ts openRunOrders': 105,
  'web/screens/analyses/detail/use-actions.ts useActions': 107,
  'web/screens/analyses/detail/use-run.ts useRun': 86,
  'web/screens/analyses/wizard/csv/CsvDialog.tsx CsvDialog': 91,
  'web/screens/analyses/wizard/csv/ListTable.tsx ListTable': 124,
  'web/layout/SampleInspector.tsx SampleInspector': 105,
  'web/layout/WellEntry.tsx WellEntry': 119,
  'web/layout/use-scans.ts useScans': 81,
  'web/screens/analyses/wizard/loading/BenchSheet.tsx BenchSheet': 92,
  'web/screens/analyses/wizard/method/MethodPicker.tsx MethodPicker': 94,
  'web/screens/analyses/wizard/use-launch.ts useLaunch': 90,
  'web/screens/reviewer/IssueDialog.tsx IssueDialog': 81,
}

const keepsFunctionsShort = makeRule(
  (tree) =>
    tree
      .filter(
        ({ path, text }) => !path.startsWith('tests/') && text.split('\n').length > longestFunction,
      )
      .flatMap(({ path, text }) =>
        measureFunctions(path, text)
          .filter(({ lines }) => lines > longestFunction)
          .map(({ name, lines }) => ({ what: `${path} ${name}`, lines })),
      ),
  (seen) =>
    seen
      .filter(({ what, lines }) => lines > (longFunctions[what] ?? longestFunction))
      .map(
        ({ what, lines }) =>
          `${what} has ${lines} lines, it may have ${longFunctions[what] ?? longestFunction}`,
      ),
  (seen) =>
    Object.entries(longFunctions).flatMap(([what, most]) => {
      const now = Math.max(0, ...seen.filter((one) => one.what === what).map(({ lines }) => lines))
      return now < most ? [`${what} has ${now} lines now, the list says ${most}`] : []
    }),
)

/** A file with fewer lines is a crumb when one file alone imports it, from the same folder. */
export const leastLines = 40

/** Crumbs of today. The list may only shrink. */
const crumbs = [
  'edge/live/sign-in.ts',
  'edge/store/erase.ts',
  'edge/store/principal-cache.ts',
  'edge/store/read-marks.ts',
  'edge/store/record-rules.ts',
  'edge/store/store-size.ts',
  'edge/store/swarm-changes.ts',
  'web/sync/page-sizes.ts',
  'workers/files/cfx/look-raw.ts',
  'workers/files/cfx/read-source.ts',
  'workers/files/open-gzip.ts',
  'workers/melt/repair-spikes.ts',
]

const hasNoCrumb = makeRule(
  (tree) => {
    const importers = new Map<string, { path: string; later: boolean }[]>()
    for (const { path, uses } of tree) {
      for (const { target, later } of uses) {
        importers.set(target, [...(importers.get(target) ?? []), { path, later }])
      }
    }
    return tree
      .filter(({ path, text }) => isProduct(path) && text.split('\n').length <= leastLines)
      .flatMap(({ path }) => {
        const by = importers.get(path) ?? []
        const files = new Set(by.map((one) => one.path))
        const [only = ''] = files
        const isLater = by.some(({ later }) => later)
        return files.size === 1 && !isLater && folderOf(only) === folderOf(path)
          ? [{ path, only }]
          : []
      })
  },
  (seen) =>
    seen
      .filter(({ path }) => !crumbs.includes(path))
      .map(({ path, only }) => `${path} is a crumb: put it into ${only}, which alone imports it`),
  (seen) => crumbs.filter((path) => !seen.some((one) => one.path === path)),
)

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

export const sizeCases: RuleCase[] = [
  [
    'no function above the ceiling',
    keepsFunctionsShort,
    { 'web/a.ts': `const a = () => {\n${'a()\n'.repeat(longestFunction)}}` },
  ],
  [
    'no crumb',
    hasNoCrumb,
    { 'web/a.ts': "import { b } from './b.ts'", 'web/b.ts': 'export const b = 1' },
  ],
]
