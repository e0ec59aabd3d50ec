// Runs before the first paint, so that a dark page never flashes white. It must stay a file of
// its own: the content security policy refuses scripts inside the page.
;(function () {
  var root = document.documentElement
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
})()
