/** Genes that laboratories normalise to, by their symbols (Vandesompele 2002 and common use). Compared without case. */
const referenceGenes: readonly string[] = [
  '18s',
  'actb',
  'b2m',
  'ef1a',
  'gapd',
  'gapdh',
  'gusb',
  'hmbs',
  'hprt',
  'hprt1',
  'pgk1',
  'ppia',
  'reference',
  'rpl13a',
  'rplp0',
  'rps18',
  'sdha',
  'tbp',
  'tfrc',
  'tubb',
  'ubc',
  'ywhaz',
]

/** Words at the beginning of a group's name that say it is the one to compare with. */
const calibratorWords =
  /^(calibrator|control|ctrl|ctl|healthy|mock|normal|reference|sham|untreated|vehicle|wild.?type|wt)\b/iu

export function isReferenceGene(target: string): boolean {
  const name = target.trim().toLowerCase()
  return referenceGenes.includes(name) || /(^|[\s_-])ref(erence)?($|[\s_-])/u.test(name)
}

export function isCalibratorName(group: string): boolean {
  return calibratorWords.test(group.trim())
}
