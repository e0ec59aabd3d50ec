/** The public data sets that the simulated devices play back; the full table stands beside the recordings. */
export const recordings = [
  {
    name: 'QuantStudio 5, 4-plex standard curve',
    instrument: '96 wells, 40 cycles, FAM VIC ROX CY5 with a passive reference',
    source: 'Benchling-Open-Source/allotropy',
    address: 'https://github.com/Benchling-Open-Source/allotropy',
    licence: 'MIT',
  },
  {
    name: 'CFX96, amplification and melt',
    instrument: '30 wells, 41 cycles, melt 35 to 95 °C',
    source: 'PCRuniversum/RDML',
    address: 'https://github.com/PCRuniversum/RDML',
    licence: 'MIT',
  },
  {
    name: 'Open qPCR, one and two channels',
    instrument: '16 wells, 40 cycles, melt 60 to 95 °C',
    source: 'chaibio/chaipcr',
    address: 'https://github.com/chaibio/chaipcr',
    licence: 'Apache-2.0',
  },
] as const
