export function AnalysisScreen() {
  return null
}
