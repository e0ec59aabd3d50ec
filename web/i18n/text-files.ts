import type { PartTexts } from './part-texts.ts'
import { about } from './texts/about/files.ts'
import { analysis } from './texts/analysis/files.ts'
import { bkernels } from './texts/bkernels/files.ts'
import { calibration } from './texts/calibration/files.ts'
import { commission } from './texts/commission/files.ts'
import { company } from './texts/company/files.ts'
import { evaluation } from './texts/evaluation/files.ts'
import { bench } from './texts/bench/files.ts'
import { frame } from './texts/frame/files.ts'
import { device } from './texts/device/files.ts'
import { dyes } from './texts/dyes/files.ts'
import { faults } from './texts/faults/files.ts'
import { files } from './texts/files/files.ts'
import { instruments } from './texts/instruments/files.ts'
import { fleet } from './texts/fleet/files.ts'
import type firstEnglish from './texts/first/en.json'
import { help } from './texts/help/files.ts'
import { home } from './texts/home/files.ts'
import { lan } from './texts/lan/files.ts'
import { map } from './texts/map/files.ts'
import { material } from './texts/material/files.ts'
import { messages } from './texts/messages/files.ts'
import { methods } from './texts/methods/files.ts'
import { network } from './texts/network/files.ts'
import { people } from './texts/people/files.ts'
import { plan } from './texts/plan/files.ts'
import { recall } from './texts/recall/files.ts'
import { record } from './texts/record/files.ts'
import { reports } from './texts/reports/files.ts'
import { results } from './texts/results/files.ts'
import { review } from './texts/review/files.ts'
import { rights } from './texts/rights/files.ts'
import { security } from './texts/security/files.ts'
import { studies } from './texts/studies/files.ts'
import { swarms } from './texts/swarms/files.ts'
import { sync } from './texts/sync/files.ts'
import { tour } from './texts/tour/files.ts'
import { trail } from './texts/trail/files.ts'
import { view } from './texts/view/files.ts'
import { watched } from './texts/watched/files.ts'
import { verify } from './texts/verify/files.ts'
import { versions } from './texts/versions/files.ts'

/**
 * Parts of the texts, a folder of `texts/` each. The folder of a text decides when it is fetched: `first` is on the page for
 * people who are not signed in, `frame` in the frame and on several pages, `faults` is fetched at the first failure that
 * only the service finds, and each other part with the pages that say it.
 */
export const textFiles = {
  about,
  analysis,
  bench,
  bkernels,
  calibration,
  commission,
  company,
  frame,
  device,
  dyes,
  evaluation,
  faults,
  files,
  fleet,
  help,
  home,
  instruments,
  lan,
  map,
  material,
  messages,
  methods,
  network,
  people,
  plan,
  recall,
  record,
  reports,
  results,
  review,
  rights,
  security,
  studies,
  swarms,
  sync,
  tour,
  trail,
  view,
  verify,
  watched,
  versions,
}

/** A part that is fetched after the page has opened. */
export type TextPart = keyof typeof textFiles

type KeyOf<Part> = Part extends PartTexts<infer English> ? keyof English : never

/** Every text of the interface has a key here; English is the complete set. */
export type MessageKey = keyof typeof firstEnglish | KeyOf<(typeof textFiles)[TextPart]>
