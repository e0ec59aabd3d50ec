// Runs before the first paint and before the app. It must stay a file of its own: the content security policy refuses
// scripts inside the page.
;(function () {
  var root = document.documentElement
  // Have the app start where the browser blocks what pages keep, so that the sign-in says it: what stands in lasts as long as the page.
  ;['localStorage', 'sessionStorage'].forEach(function (name) {
    try {
      globalThis[name].getItem(name)
    } catch {
      Object.defineProperty(globalThis, name, { value: makeStorage() })
      root.dataset.blocked = ''
    }
  })
  var read = function (name) {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }
  var wants = function (query) {
    return matchMedia(query).matches
  }

  // Set the theme first, so that a dark page never flashes white.
  var theme = read('theme')
  if (!theme || theme === 'system') {
    if (wants('(prefers-contrast: more)')) theme = 'high-contrast'
    else theme = wants('(prefers-color-scheme: dark)') ? 'dark' : 'light'
  }
  root.dataset.theme = theme
  root.dataset.density = read('density') || (wants('(pointer: coarse)') ? 'glove' : 'cosy')
  var language = read('language') || 'en'
  root.lang = language
  root.dir = language === 'ar' ? 'rtl' : 'ltr'

  // Behind the sign-in, what the app will ask for is fetched beside its first file (scripts/early-files.ts names it).
  var named = document.querySelector('meta[name=early-files]')
  var openPages = /^\/(login|forgotpassword|signup|verify)$|set-password|helpdesk/i
  if (!named || openPages.test(location.pathname)) return
  var files = JSON.parse(named.content)
  askWho()
  var isList = location.pathname === '/analyses'
  var texts = (files.texts[language] || []).concat(language === 'en' ? [] : files.texts.en || [])
  files.frame.concat(texts, isList ? files.list : []).forEach(function (address) {
    if (address.endsWith('.css')) fetchEarly(address, 'preload', 'style')
    else fetchEarly(address, 'modulepreload')
  })
  // Only fetched, not read: what is drawn first needs the processor more.
  files.records.forEach(function (address) {
    fetchEarly(address, 'preload', 'script').fetchPriority = 'low'
  })

  // So is the question who is there (web/client/early-answer.ts), as web/client/call.ts asks it.
  function askWho() {
    // Ask nothing in offline mode, or after signing out, which is completed first.
    if (!navigator.onLine || read('offline-chosen') || read('leaving')) return
    var mobile = wants('(pointer: coarse)') ? 1 : 0
    window.askedWho = fetch('/v3/session/me', {
      credentials: 'same-origin',
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        Application: 'bApp/' + files.version + '; mobile=' + mobile,
      },
    })
    // Told by who takes it.
    window.askedWho.catch(function () {})
  }

  function makeStorage() {
    return Object.create({
      getItem: function (name) {
        return Object.hasOwn(this, name) ? this[name] : null
      },
      setItem: function (name, text) {
        this[name] = String(text)
      },
      removeItem: function (name) {
        delete this[name]
      },
      clear: function () {
        Object.keys(this).forEach(this.removeItem, this)
      },
    })
  }

  function fetchEarly(address, rel, kind) {
    var link = document.createElement('link')
    link.rel = rel
    if (kind) link.as = kind
    link.crossOrigin = ''
    link.href = address
    return document.head.appendChild(link)
  }
})()
