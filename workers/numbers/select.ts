/**
 * Return the value that would come at `at` if the first `count` values were sorted, which takes a fraction of
 * sorting them. Reorders them in place: what comes before `at` is not greater afterwards. None may be NaN unless
 * all are. Of -0 and 0, which compare as equal, either may come (C. A. R. Hoare, "Algorithm 65: Find", Commun ACM
 * 4 (1961)).
 */
export function selectSorted(values: Float64Array, count: number, at: number): number {
  let from = 0
  let to = count - 1
  while (from < to) {
    const pivot = values[at]!
    let low = from
    let high = to
    while (low <= high) {
      while (values[low]! < pivot) low++
      while (values[high]! > pivot) high--
      if (low > high) break
      const value = values[low]!
      values[low] = values[high]!
      values[high] = value
      low++
      high--
    }
    if (high < at) from = low
    if (at < low) to = high
  }
  return values[at]!
}
