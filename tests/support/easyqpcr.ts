/**
 * Figures of the R package EasyqpcR 1.x, function nrmData (Le Pape; the qBase formulas of Hellemans 2007, Genome Biol
 * 8:R19), calculated with R 4.2.2. Plate one is the data set qPCR_run1 of the package's vignette; plate two is made of it
 * by a shift of 1.1, 1.2, 1.15 and 1.3 cycles and some noise. Columns RG1 and RG2 are the references.
 */
export const plateOne = {
  'Control 1': {
    RG1: [19.62, 19.32, 19.48],
    RG2: [18.54, 18.35, 18.49],
    TG: [26.32, 26.12, 26.24],
    TGb: [16.32, 16.48, 16.68],
  },
  'Control 2': {
    RG1: [19.63, 19.4, 19.35],
    RG2: [18.63, 18.72, 18.51],
    TG: [26.08, 26.12, 26.23],
    TGb: [16.75, 16.98, 16.89],
  },
  'Treatment 1': {
    RG1: [19.21, 19.32, 19.09],
    RG2: [18.45, 18.49, 18.66],
    TG: [20.32, 20.15, 20.26],
    TGb: [17.12, 17.23, 17.33],
  },
  'Treatment 2': {
    RG1: [19.63, 19.46, 19.51],
    RG2: [18.75, 18.69, 18.92],
    TG: [17.65, 17.75, 17.6],
    TGb: [16.65, 16.54, 16.4],
  },
  Calibrator: {
    RG1: [19.88, 19.78, 19.85],
    RG2: [18.91, 18.72, 18.86],
    TG: [26.69, 26.49, 26.63],
    TGb: [16.69, 16.85, 17.05],
  },
}

export const plateTwo = {
  'Control 1': {
    RG1: [20.77, 20.39, 20.6],
    RG2: [19.84, 19.49, 19.73],
    TG: [27.62, 27.18, 27.45],
    TGb: [17.82, 17.66, 18.06],
  },
  'Control 2': {
    RG1: [20.69, 20.51, 20.48],
    RG2: [19.75, 19.94, 19.77],
    TG: [27.11, 27.3, 27.47],
    TGb: [17.89, 18.32, 18.31],
  },
  'Treatment 1': {
    RG1: [20.29, 20.46, 20.14],
    RG2: [19.61, 19.77, 19.76],
    TG: [21.41, 21.42, 21.26],
    TGb: [18.34, 18.69, 18.43],
  },
  'Treatment 2': {
    RG1: [20.75, 20.59, 20.6],
    RG2: [19.99, 19.95, 20.1],
    TG: [18.86, 18.99, 18.72],
    TGb: [18.03, 17.96, 17.66],
  },
  Calibrator: {
    RG1: [20.95, 20.92, 20.97],
    RG2: [20.05, 20, 20.1],
    TG: [27.75, 27.76, 27.84],
    TGb: [17.87, 18.31, 18.43],
  },
}

/** NRQ, and the standard error of the NRQ over it (of the package's NRQ that is scaled to the controls, which is the same part). */
interface Quantity {
  nrq: number
  relativeError: number
}

const of = (nrq: number, error: number, scaled: number): Quantity => ({
  nrq,
  relativeError: error / scaled,
})

export const easyqpcr: {
  doubling: Record<string, Record<string, Quantity>>
  measured: Record<string, Record<string, Quantity>>
  calibrated: Record<1 | 2, Record<string, Record<string, number>>>
} = {
  /** E = 2 for all. */
  doubling: {
    'Control 1': {
      TG: of(0.128751992739, 0.051123478438, 0.94715120692),
      TGb: of(1.14604736197, 0.0896687690913, 1.112136085832),
    },
    'Control 2': {
      TG: of(0.143520958284, 0.0506728451326, 1.055797630509),
      TGb: of(0.92658806189, 0.0531091156279, 0.899170535638),
    },
    'Treatment 1': {
      TG: of(7.617583100085, 2.6391998541314, 56.037991129977),
      TGb: of(0.64468515422, 0.033072390377, 0.625609069747),
    },
    'Treatment 2': {
      TG: of(55.560974566467, 17.3875850696007, 408.728773814605),
      TGb: of(1.27750889233, 0.0721789180263, 1.239707699939),
    },
    Calibrator: {
      TG: of(0.127862637761, 0.0439247454937, 0.940608755636),
      TGb: of(1.14340248697, 0.0838003763232, 1.109569472068),
    },
  },
  /** E = 1.99, 1.93, 2 and 1.95 for RG1, RG2, TG and TGb. */
  measured: {
    'Control 1': {
      TG: of(0.129188579175, 0.0507374911141, 0.948486094235),
      TGb: of(1.141116884272, 0.0863896800168, 1.108359021874),
    },
    'Control 2': {
      TG: of(0.143602561182, 0.0499673377272, 1.054311714298),
      TGb: of(0.928900528378, 0.0516481442993, 0.902234727434),
    },
    'Treatment 1': {
      TG: of(7.63853876635, 2.6067783857677, 56.081178742311),
      TGb: of(0.653523848921, 0.0324314733492, 0.634763242876),
    },
    'Treatment 2': {
      TG: of(55.417573272727, 17.0119118060983, 406.868764725531),
      TGb: of(1.265616558944, 0.0689721597939, 1.229284704024),
    },
    Calibrator: {
      TG: of(0.127337377452, 0.0432514520269, 0.934894806963),
      TGb: of(1.140609723451, 0.0805774773516, 1.107866420039),
    },
  },
  /** NRQ of each run over its calibration factors, with the measured efficiencies. */
  calibrated: {
    1: {
      'Control 1': { TG: 1.01453777171, TGb: 1.000444640099 },
      'Control 2': { TG: 1.12773298819, TGb: 0.814389452659 },
      'Treatment 1': { TG: 59.98661916255, TGb: 0.572960089226 },
      'Treatment 2': { TG: 435.20272194838, TGb: 1.109596501698 },
    },
    2: {
      'Control 1': { TG: 1.01089923258, TGb: 0.99489186517 },
      'Control 2': { TG: 1.13995405008, TGb: 0.828101719382 },
      'Treatment 1': { TG: 61.29379459874, TGb: 0.592416932779 },
      'Treatment 2': { TG: 433.64191053883, TGb: 1.103437900423 },
    },
  },
}
