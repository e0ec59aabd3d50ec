import { writeAlleles } from '../../../domain/rules/genotype.ts'
import type { LoadedStudy } from './load-study.ts'

/** Write a text as a string of R, which cannot end it. */
const text = (value: string) => JSON.stringify(value)

const number = (value: number | null) =>
  value !== null && Number.isFinite(value) ? String(value) : 'NA'

const vector = (values: readonly string[], depth = '  ') =>
  values.length === 0 ? 'character(0)' : `c(\n${depth}  ${wrap(values, depth)}\n${depth})`

/** Put twelve values on a line, so that the script can be read. */
function wrap(values: readonly string[], depth: string): string {
  const lines: string[] = []
  for (let at = 0; at < values.length; at += 12) lines.push(values.slice(at, at + 12).join(', '))
  return lines.join(`,\n${depth}  `)
}

/**
 * Write an R script that holds the Cq and the genotype of every well and calculates the groups of the study again, with base
 * R alone.
 */
export function studyScript(loaded: LoadedStudy, hash: string): string {
  const { study, wells, figures, genotypes } = loaded
  const roles = new Map(study.targets.map(({ name, role }) => [name, role]))
  const placed = new Map(study.samples.map((sample) => [sample.name, sample]))
  const used = wells.filter(({ target }) => (roles.get(target) ?? 'omitted') !== 'omitted')
  const columns: [string, string[]][] = [
    ['run', used.map(({ run }) => String(run + 1))],
    ['well', used.map(({ well }) => text(well))],
    ['sample', used.map(({ sample }) => text(sample))],
    ['type', used.map(({ type }) => text(type))],
    ['target', used.map(({ target }) => text(target))],
    ['cq', used.map(({ cq }) => number(cq))],
    ['group', used.map(({ sample }) => text(placed.get(sample)?.group ?? ''))],
    ['replicate', used.map(({ sample }) => text(placed.get(sample)?.replicate || sample))],
  ]
  const targetsOf = (role: string) => study.targets.filter((one) => one.role === role)
  const listOf = (role: string) => targetsOf(role).map(({ name }) => text(name))
  const factors = study.targets
    .filter(({ role }) => role !== 'omitted')
    .map(({ name }) => {
      const found = figures.efficiencies.find(({ target }) => target === name)
      return `${text(name)} = ${number(found?.factor ?? 2)}`
    })
  return `# ${study.name.replaceAll(/[\r\n]/g, ' ')}, version ${study.version}, ${study.uuid}
# Hash of the study (SHA-256): ${hash}
# ${study.runs.map((run, at) => `Run ${at + 1}: ${run.name}, results ${run.results_hash}`).join('\n# ')}

wells <- data.frame(
${columns.map(([name, values]) => `  ${name} = ${vector(values)}`).join(',\n')}
)
references <- ${vector(listOf('reference'), '')}
targets <- ${vector(listOf('target'), '')}
# Fold per cycle. 2 is perfect doubling.
efficiency <- c(${factors.join(', ')})
calibrator <- ${text(study.calibrator)}
inter_run <- ${vector(
    study.inter_run.map((name) => text(name)),
    '',
  )}
confidence <- ${study.confidence}
${targetsOf('target').length > 0 ? calculation : ''}${genotypes.length > 0 ? writeGenotypes(loaded) : ''}`
}

/** Write the genotypes of all wells, and how many of each every group has. */
function writeGenotypes({ study, genotypes }: LoadedStudy): string {
  const placed = new Map(study.samples.map((sample) => [sample.name, sample]))
  const used = genotypes.filter(({ type, sample }) => type === 'unknown' || placed.has(sample))
  const columns: [string, string[]][] = [
    ['run', used.map(({ run }) => String(run + 1))],
    ['well', used.map(({ well }) => text(well))],
    ['sample', used.map(({ sample }) => text(sample))],
    ['group', used.map(({ sample }) => text(placed.get(sample)?.group ?? ''))],
    ['replicate', used.map(({ sample }) => text(placed.get(sample)?.replicate || sample))],
    ['place', used.map(({ place, alleles }) => text(`${place} (${alleles.join('/')})`))],
    ['measured', used.map(({ doubt }) => (doubt === 'not_measured' ? 'FALSE' : 'TRUE'))],
    [
      'genotype',
      used.map(({ call, genotype, alleles }) =>
        call === 'called' && genotype ? text(writeAlleles(genotype, alleles)) : 'NA',
      ),
    ],
  ]
  return `
genotypes <- data.frame(
${columns.map(([name, values]) => `  ${name} = ${vector(values)}`).join(',\n')}
)
${genotypeCounts}`
}

const genotypeCounts = `
# A biological replicate has a genotype where all its measured wells show the same one; else it is unknown.
agree <- function(found) if (length(unique(found)) == 1 && !is.na(found[1])) found[1] else "unknown"
for (place in unique(genotypes$place)) {
  own <- genotypes[genotypes$place == place, ]
  own$genotype[!own$measured] <- NA
  keys <- unique(own[, c("group", "replicate")])
  keys$genotype <- mapply(function(group, replicate) {
    wells <- own[own$group == group & own$replicate == replicate, ]
    agree(if (any(wells$measured)) wells$genotype[wells$measured] else NA)
  }, keys$group, keys$replicate)
  cat("\\n", place, "\\n", sep = "")
  counts <- table(keys$group, keys$genotype)
  print(counts)
  barplot(t(counts), main = place, legend.text = TRUE)
}
`

const calculation = `
# Offsets between runs from samples that were measured in several of them (Hellemans 2007).
for (target in unique(wells$target)) {
  own <- wells[wells$target == target & wells$sample %in% inter_run & !is.na(wells$cq), ]
  if (length(inter_run) == 0 || length(unique(wells$run[wells$target == target])) < 2) next
  means <- aggregate(cq ~ run + sample, own, mean)
  runs <- sort(unique(means$run))
  if (length(unique(means$sample)) > 1) {
    fit <- lm(cq ~ 0 + factor(run) + sample, means)
    level <- coef(fit)[seq_along(runs)]
  } else {
    level <- means$cq[match(runs, means$run)]
  }
  offset <- level - mean(level)
  at <- wells$target == target
  wells$cq[at] <- wells$cq[at] - offset[match(wells$run[at], runs)]
}

# Mean Cq of each sample and target; normalised to the geometric mean of the references.
counted <- wells[wells$type == "unknown" | wells$group != "", ]
cq <- tapply(counted$cq, list(counted$sample, counted$target), mean, na.rm = TRUE)
log2_quantity <- -t(t(cq) * log2(efficiency[colnames(cq)]))
normalised <- log2_quantity[, targets, drop = FALSE] -
  rowMeans(log2_quantity[, references, drop = FALSE])
placed <- unique(counted[, c("sample", "group", "replicate")])
group <- placed$group[match(rownames(normalised), placed$sample)]
replicate <- placed$replicate[match(rownames(normalised), placed$sample)]

# One value for each biological replicate; the calibrator group is 1.
for (target in targets) {
  value <- normalised[, target]
  base <- if (calibrator == "") rep(TRUE, length(value)) else group == calibrator
  value <- value - mean(value[base], na.rm = TRUE)
  shown <- group != "" & is.finite(value)
  unit <- aggregate(value[shown], list(group = group[shown], replicate = replicate[shown]), mean)
  for (name in unique(unit$group)) {
    own <- unit$x[unit$group == name]
    low <- high <- NA
    if (length(own) > 1 && sd(own) > 0) {
      interval <- t.test(own, conf.level = confidence)$conf.int
      low <- 2^interval[1]
      high <- 2^interval[2]
    }
    cat(target, name, length(own), 2^mean(own), low, high, sep = "\\t")
    cat("\\n")
    if (calibrator != "" && name != calibrator && length(own) > 1) {
      against <- unit$x[unit$group == calibrator]
      if (length(against) > 1) print(t.test(own, against, conf.level = confidence))
    }
  }
  old <- par(mar = c(5, 5, 3, 1))
  heights <- tapply(2^unit$x, unit$group, function(x) exp(mean(log(x))))
  places <- barplot(heights, main = target, ylab = "Fold", ylim = c(0, max(2^unit$x) * 1.1))
  points(places[match(unit$group, names(heights))], 2^unit$x, pch = 19)
  par(old)
}
`
