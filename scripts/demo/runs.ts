/**
 * Real runs of other people's instruments, imported as a person would; their sources are in
 * `tests/fixtures/files/README.md`.
 */
export const runs = [
  { name: 'Amplification and melt, CFX', file: 'BioRad_qPCR_melt.rdml' },
  { name: 'Presence and absence with internal control', file: 'appbio_quantstudio_example02.txt' },
  { name: 'Genotypes of two alleles', file: 'appbio_quantstudio_example03.txt' },
  { name: 'Exons of genomic DNA, one dye', file: 'RDES_v1_0_example_amplification.tsv' },
  { name: 'Curves with a hook', file: 'hookreg.rdml' },
  { name: 'Six wells with melt peaks', file: 'design_and_analysis_melt_6_wells.xlsx' },
] as const
