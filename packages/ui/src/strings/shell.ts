/** Texts of the desktop app outside of its page. */
export const shell = {
  menus: {
    file: '&File',
    edit: '&Edit',
    lesson: '&Lesson',
    review: '&Review',
    project: '&Project',
    causes: '&Causes',
    go: '&Go',
    view: '&View',
    help: '&Help',
  },
  importLessons: 'Import lessons…',
  showData: 'Show data folder',
  showLog: 'Show log file',
  tray: {
    open: (product: string) => `Open ${product}`,
    shown: 'Last shown to agents',
    nothing: 'Nothing was shown to agents yet',
    pause: 'Pause automatic lessons',
    paused: 'automatic lessons are paused',
    stay: 'Keep running when the window is closed',
    quit: (product: string) => `Quit ${product}`,
    lesson: (program: string, lesson: string) => `${program}: ${lesson}`,
    gone: 'a lesson that is no longer there',
  },
};
