// Parts of Electron that the app uses and the stand-in for Electron lacks. `electron.ts` adds them to a copy of it.
const { EventEmitter } = require('node:events');

/** @param {any} electron Exports of the stand-in. */
module.exports = (electron) => {
  const { app, BrowserWindow, protocol, session } = electron;
  const display = { workArea: { x: 0, y: 0, width: 1920, height: 1080 } };
  electron.screen = { getAllDisplays: () => [display], getPrimaryDisplay: () => display };
  app.setAsDefaultProtocolClient = () => true;

  const own = session.defaultSession;
  Object.assign(own, { on: EventEmitter.prototype.on, setDevicePermissionHandler() {} });

  // The stand-in serves app://host/ at another address, but the app must see its own.
  const asAsked = (/** @type {string} */ url) => protocol._match(url)?.url ?? url;

  electron.BrowserWindow = class extends BrowserWindow {
    constructor(options) {
      super(options);
      const contents = this.webContents;
      let address = '';
      Object.defineProperty(contents.mainFrame, 'url', {
        get: () => asAsked(address),
        set(url) {
          address = url;
        },
      });
      let zoom = 1;
      contents.setZoomFactor = (factor) => {
        zoom = factor;
      };
      contents.getZoomFactor = () => zoom;
      const emit = contents.emit.bind(contents);
      contents.emit = (name, event, ...rest) => {
        if (name === 'will-navigate') event.url = asAsked(event.url);
        return emit(name, event, ...rest);
      };
      this.on('closed', () => contents.emit('destroyed'));
      app.emit('web-contents-created', {}, contents);
    }

    getNormalBounds() {
      return this.getBounds();
    }

    isMaximized() {
      return false;
    }
  };
};
