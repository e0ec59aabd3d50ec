import type { GateName, Rollout } from '../../domain/entities/bkernel.ts'
import type { Language } from '../../domain/catalog/languages.ts'

type Gates = Readonly<Record<GateName, string>>

interface Words {
  halted: (name: string) => string
  paused: (name: string) => string
  /** The gates that halted it. */
  byGates: (gates: string) => string
  byDeadline: string
  next: string
  gates: Gates
}

/** Write the notice that the service itself has halted or paused a rollout, to the people who run it. */
export function rolloutWords(
  language: Language,
  what: { name: string; step: 'halt' | 'pause'; stopped: NonNullable<Rollout['stopped']> },
): { title: string; message: string } {
  const { name, step, stopped } = what
  const words = wordsOf[language]
  const worse = stopped.gates.filter(({ verdict }) => verdict === 'worse')
  const list = new Intl.ListFormat(language).format(worse.map(({ gate }) => words.gates[gate]))
  const why = stopped.why === 'gates' ? words.byGates(list) : words.byDeadline
  return {
    title: step === 'halt' ? words.halted(name) : words.paused(name),
    message: `${why} ${words.next}`,
  }
}

const wordsOf: Readonly<Record<Language, Words>> = {
  en: {
    halted: (name) => `Rollout of ${name} halted`,
    paused: (name) => `Rollout of ${name} paused`,
    byGates: (gates) =>
      `Devices with the new version are worse than their partners without it: ${gates}.`,
    byDeadline: 'Its deadline has passed without enough runs to judge it.',
    next: 'No device is offered the version now; devices that have it keep it. See the figures under Device software in bApp.',
    gates: {
      boot: 'installations rolled back',
      crashes: 'restarts that nobody ordered',
      run_failures: 'failed runs',
      noise: 'noise of the baseline',
      control_cq: 'Cq of positive controls',
      invalid: 'invalid wells',
      heating: 'heating rate',
    },
  },
  de: {
    halted: (name) => `Einführung von ${name} angehalten`,
    paused: (name) => `Einführung von ${name} pausiert`,
    byGates: (gates) =>
      `Geräte mit der neuen Version sind schlechter als ihre Partner ohne sie: ${gates}.`,
    byDeadline: 'Die Frist ist abgelaufen, ohne dass genügend Läufe für ein Urteil vorliegen.',
    next: 'Die Version wird jetzt keinem Gerät angeboten; Geräte, die sie haben, behalten sie. Die Werte stehen in bApp unter „Gerätesoftware“.',
    gates: {
      boot: 'zurückgenommene Installationen',
      crashes: 'unveranlasste Neustarts',
      run_failures: 'fehlgeschlagene Läufe',
      noise: 'Rauschen der Baseline',
      control_cq: 'Cq der Positivkontrollen',
      invalid: 'ungültige Wells',
      heating: 'Heizrate',
    },
  },
  fr: {
    halted: (name) => `Déploiement de ${name} arrêté`,
    paused: (name) => `Déploiement de ${name} suspendu`,
    byGates: (gates) =>
      `Les appareils avec la nouvelle version sont moins bons que leurs partenaires sans elle : ${gates}.`,
    byDeadline: 'Son échéance est passée sans assez de runs pour en juger.',
    next: 'La version n’est plus proposée à aucun appareil ; ceux qui l’ont la gardent. Les chiffres sont dans bApp sous « Logiciel des appareils ».',
    gates: {
      boot: 'installations annulées',
      crashes: 'redémarrages non demandés',
      run_failures: 'runs échoués',
      noise: 'bruit de la ligne de base',
      control_cq: 'Cq des contrôles positifs',
      invalid: 'puits invalides',
      heating: 'vitesse de chauffe',
    },
  },
  it: {
    halted: (name) => `Distribuzione di ${name} fermata`,
    paused: (name) => `Distribuzione di ${name} sospesa`,
    byGates: (gates) =>
      `I dispositivi con la nuova versione sono peggiori dei loro partner senza: ${gates}.`,
    byDeadline: 'La scadenza è passata senza abbastanza corse per un giudizio.',
    next: 'Ora la versione non è offerta a nessun dispositivo; chi l’ha la mantiene. Le cifre sono in bApp sotto «Software dei dispositivi».',
    gates: {
      boot: 'installazioni annullate',
      crashes: 'riavvii non richiesti',
      run_failures: 'corse fallite',
      noise: 'rumore della linea di base',
      control_cq: 'Cq dei controlli positivi',
      invalid: 'pozzetti non validi',
      heating: 'velocità di riscaldamento',
    },
  },
  es: {
    halted: (name) => `Despliegue de ${name} detenido`,
    paused: (name) => `Despliegue de ${name} en pausa`,
    byGates: (gates) =>
      `Los dispositivos con la nueva versión son peores que sus parejas sin ella: ${gates}.`,
    byDeadline: 'Su plazo ha pasado sin bastantes ejecuciones para juzgarla.',
    next: 'Ahora la versión no se ofrece a ningún dispositivo; los que la tienen la conservan. Las cifras están en bApp en «Software de dispositivos».',
    gates: {
      boot: 'instalaciones revertidas',
      crashes: 'reinicios no ordenados',
      run_failures: 'ejecuciones fallidas',
      noise: 'ruido de la línea base',
      control_cq: 'Cq de los controles positivos',
      invalid: 'pocillos no válidos',
      heating: 'velocidad de calentamiento',
    },
  },
  ru: {
    halted: (name) => `Развёртывание ${name} остановлено`,
    paused: (name) => `Развёртывание ${name} приостановлено`,
    byGates: (gates) => `Приборы с новой версией хуже парных приборов без неё: ${gates}.`,
    byDeadline: 'Срок истёк, а прогонов для оценки недостаточно.',
    next: 'Сейчас версия не предлагается ни одному прибору; у кого она есть, у тех она остаётся. Показатели — в bApp, раздел «ПО приборов».',
    gates: {
      boot: 'отменённые установки',
      crashes: 'незапрошенные перезапуски',
      run_failures: 'неудачные прогоны',
      noise: 'шум базовой линии',
      control_cq: 'Cq положительных контролей',
      invalid: 'недействительные лунки',
      heating: 'скорость нагрева',
    },
  },
  zh: {
    halted: (name) => `${name} 的发布已终止`,
    paused: (name) => `${name} 的发布已暂停`,
    byGates: (gates) => `使用新版本的设备比未更新的配对设备更差：${gates}。`,
    byDeadline: '期限已过，但运行次数不足以作出判断。',
    next: '现在不再向任何设备提供该版本；已安装的设备继续保留。数据见 bApp 的“设备软件”。',
    gates: {
      boot: '回滚的安装',
      crashes: '非指令的重启',
      run_failures: '失败的运行',
      noise: '基线噪声',
      control_cq: '阳性对照的 Cq',
      invalid: '无效孔',
      heating: '升温速率',
    },
  },
  ar: {
    halted: (name) => `أُوقف نشر ${name}`,
    paused: (name) => `عُلّق نشر ${name}`,
    byGates: (gates) => `الأجهزة ذات الإصدار الجديد أسوأ من نظيراتها من دونه: ${gates}.`,
    byDeadline: 'انقضى الموعد النهائي من دون تشغيلات كافية للحكم عليه.',
    next: 'لا يُعرض الإصدار الآن على أي جهاز، والأجهزة التي لديها الإصدار تحتفظ به. الأرقام في bApp ضمن «برمجيات الأجهزة».',
    gates: {
      boot: 'عمليات تثبيت تم التراجع عنها',
      crashes: 'إعادات تشغيل لم يطلبها أحد',
      run_failures: 'تشغيلات فاشلة',
      noise: 'ضجيج خط الأساس',
      control_cq: 'قيمة Cq للضوابط الإيجابية',
      invalid: 'آبار غير صالحة',
      heating: 'معدل التسخين',
    },
  },
}
