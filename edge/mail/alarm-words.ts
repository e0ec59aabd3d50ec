import type { Alarm, AlarmCause } from '../../domain/entities/alarm.ts'
import type { Language } from '../../domain/catalog/languages.ts'

interface Words {
  subject: (count: number) => string
  /** Heading of alarms that belong to the whole company. */
  everywhere: string
  /** Place where alarms are dealt with, and why the person gets this mail. */
  end: string
  causes: Readonly<Record<AlarmCause, string>>
}

/** Most names that a line of the mail has; the list in the app has all of them. */
const mostNames = 20

/** Write the mail about alarms that were raised together: a part for each swarm, a line for each cause. */
export function alarmMail(
  language: Language,
  groups: readonly { swarm: string; alarms: readonly Alarm[] }[],
): { subject: string; text: string } {
  const { subject, everywhere, end, causes } = words[language]
  const count = groups.reduce((sum, { alarms }) => sum + alarms.length, 0)
  const parts = groups.map(({ swarm, alarms }) => {
    const lines = [...Map.groupBy(alarms, ({ cause }) => cause)].map(
      ([cause, some]) => `- ${causes[cause]} (${some.length}): ${listNames(some)}`,
    )
    return [swarm || everywhere, ...lines].join('\n')
  })
  return { subject: subject(count), text: [...parts, end, ''].join('\n\n') }
}

/** Say the cause of an alarm. */
export function sayCause(language: Language, cause: AlarmCause): string {
  return words[language].causes[cause]
}

function listNames(alarms: readonly Alarm[]): string {
  const names = alarms.map(({ cause, name, lot, version, since }) => {
    const day = cause === 'version_due' ? since.slice(0, 10) : ''
    return [name, lot ?? version, day].filter(Boolean).join(' ')
  })
  return names.length > mostNames ? `${names.slice(0, mostNames).join(', ')} …` : names.join(', ')
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    subject: (count) => `bApp: new alarms (${count})`,
    everywhere: 'Whole company',
    end: 'Acknowledge them under Alarms in bApp. You choose under My account, Messages, which alarms come by mail.',
    causes: {
      device_silent: 'Device without connection',
      lot_expiring: 'Lot expires soon or has expired',
      calibration_due: 'Calibration due',
      certificate_waiting: 'Certificate waits for a reviewer',
      version_unsupported: 'Device software out of support',
      version_due:
        'Device will install software by itself: postpone it on the page of the device or in the overview of devices',
    },
  },
  de: {
    subject: (count) => `bApp: neue Alarme (${count})`,
    everywhere: 'Ganzes Unternehmen',
    end: 'Quittieren Sie sie in bApp unter „Alarme“. Unter „Mein Konto“, „Nachrichten“ wählen Sie, welche Alarme per E-Mail kommen.',
    causes: {
      device_silent: 'Gerät ohne Verbindung',
      lot_expiring: 'Charge läuft bald ab oder ist abgelaufen',
      calibration_due: 'Kalibrierung fällig',
      certificate_waiting: 'Zertifikat wartet auf Prüfung',
      version_unsupported: 'Gerätesoftware wird nicht mehr unterstützt',
      version_due:
        'Gerät installiert selbst Software: Verschieben Sie sie auf der Seite des Geräts oder in der Geräteübersicht',
    },
  },
  fr: {
    subject: (count) => `bApp : nouvelles alarmes (${count})`,
    everywhere: 'Toute l’entreprise',
    end: 'Acquittez-les sous « Alarmes » dans bApp. Sous « Mon compte », « Messages », vous choisissez les alarmes envoyées par e-mail.',
    causes: {
      device_silent: 'Appareil sans connexion',
      lot_expiring: 'Lot bientôt périmé ou périmé',
      calibration_due: 'Étalonnage à faire',
      certificate_waiting: 'Certificat en attente de vérification',
      version_unsupported: 'Logiciel d’appareil hors support',
      version_due:
        'L’appareil va installer un logiciel de lui-même : reportez-le sur la page de l’appareil ou dans la vue d’ensemble',
    },
  },
  it: {
    subject: (count) => `bApp: nuovi allarmi (${count})`,
    everywhere: 'Tutta l’azienda',
    end: 'Prenderne atto in «Allarmi» di bApp. In «Il mio account», «Messaggi» sceglie quali allarmi arrivano per e-mail.',
    causes: {
      device_silent: 'Dispositivo senza connessione',
      lot_expiring: 'Lotto in scadenza o scaduto',
      calibration_due: 'Calibrazione da eseguire',
      certificate_waiting: 'Certificato in attesa di revisione',
      version_unsupported: 'Software del dispositivo non più supportato',
      version_due:
        'Il dispositivo installerà un software da solo: rinviarlo nella pagina del dispositivo o nella panoramica',
    },
  },
  es: {
    subject: (count) => `bApp: alarmas nuevas (${count})`,
    everywhere: 'Toda la empresa',
    end: 'Confírmelas en «Alarmas» de bApp. En «Mi cuenta», «Mensajes» elige qué alarmas llegan por correo.',
    causes: {
      device_silent: 'Dispositivo sin conexión',
      lot_expiring: 'Lote próximo a caducar o caducado',
      calibration_due: 'Calibración pendiente',
      certificate_waiting: 'Certificado a la espera de revisión',
      version_unsupported: 'Software del dispositivo sin soporte',
      version_due:
        'El dispositivo instalará software por sí mismo: aplácelo en la página del dispositivo o en el resumen de dispositivos',
    },
  },
  ru: {
    subject: (count) => `bApp: новые тревоги (${count})`,
    everywhere: 'Вся компания',
    end: 'Подтвердите их в разделе «Тревоги» в bApp. Какие тревоги приходят по почте, вы выбираете в разделе «Моя учётная запись», «Сообщения».',
    causes: {
      device_silent: 'Прибор без связи',
      lot_expiring: 'Срок годности серии истекает или истёк',
      calibration_due: 'Требуется калибровка',
      certificate_waiting: 'Сертификат ждёт проверки',
      version_unsupported: 'Программное обеспечение прибора больше не поддерживается',
      version_due:
        'Прибор сам установит ПО: отложить можно на странице прибора или в обзоре приборов',
    },
  },
  zh: {
    subject: (count) => `bApp：新警报（${count}）`,
    everywhere: '整个公司',
    end: '请在 bApp 的“警报”中确认。您可在“我的账户”的“消息”中选择哪些警报通过邮件发送。',
    causes: {
      device_silent: '设备无连接',
      lot_expiring: '批次即将过期或已过期',
      calibration_due: '需要校准',
      certificate_waiting: '证书等待审核',
      version_unsupported: '设备软件已不受支持',
      version_due: '设备将自动安装软件：可在设备页面或设备总览中推迟',
    },
  },
  ar: {
    subject: (count) => `bApp: إنذارات جديدة (${count})`,
    everywhere: 'الشركة كلها',
    end: 'أكّد الاطلاع عليها ضمن «الإنذارات» في bApp. تختار ضمن «حسابي»، «الرسائل» أي الإنذارات تصلك بالبريد.',
    causes: {
      device_silent: 'جهاز بلا اتصال',
      lot_expiring: 'تشغيلة تنتهي صلاحيتها قريبًا أو انتهت',
      calibration_due: 'حان موعد المعايرة',
      certificate_waiting: 'شهادة تنتظر المراجعة',
      version_unsupported: 'برنامج الجهاز لم يعد مدعومًا',
      version_due: 'سيثبّت الجهاز برنامجًا تلقائيًا: أجّله من صفحة الجهاز أو من نظرة عامة على الأجهزة',
    },
  },
}
