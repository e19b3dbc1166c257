// Parts of Electron that the app uses and the stand-in for Electron lacks. `electron.ts` adds them to a copy of it.
const { EventEmitter } = require('node:events');

/** A message that the page did not acknowledge is repeated after this time, in milliseconds; it takes each only once. */
const REPEAT_MS = 300;

/**
 * The messages to one page: each is sent when the one before has arrived, as Electron keeps their order and loses none. An answer to a
 * page that is gone arrives nowhere, so it is dropped: it would hold up all that come after it.
 */
class Outbox {
  #waiting = [];
  #seq = 0;
  #timer;

  /**
   * @param {(message: object, context: unknown) => void} send
   * @param {(context: unknown) => boolean} isThere Whether the page that asked is still there.
   */
  constructor(send, isThere) {
    this.send = send;
    this.isThere = isThere;
  }

  add(message, context) {
    this.#waiting.push({ message: { ...message, seq: ++this.#seq }, context });
    if (this.#waiting.length === 1) this.#next();
  }

  arrived(seq) {
    if (this.#waiting[0]?.message.seq !== seq) return;
    this.#waiting.shift();
    this.#next();
  }

  /** Another page is there: what nobody asked for was for the one before. */
  clear() {
    this.#waiting = this.#waiting.filter(({ context }) => context !== undefined);
    this.#next();
  }

  #next() {
    clearTimeout(this.#timer);
    this.#waiting = this.#waiting.filter(({ context }) => context === undefined || this.isThere(context));
    const [first] = this.#waiting;
    if (!first) return;
    this.send(first.message, first.context);
    this.#timer = setTimeout(() => this.#next(), REPEAT_MS).unref();
  }
}

/** A menu whose entries are found by their ids, and changed, as Electron's are. */
function menus(Menu) {
  const itemsOf = (menu) => menu.items.flatMap((item) => [item, ...(item.submenu ? itemsOf(item.submenu) : [])]);
  const build = (template) => {
    const menu = new FoundMenu();
    menu.items = template.map((item) => ({
      enabled: true,
      ...item,
      ...(Array.isArray(item.submenu) ? { submenu: build(item.submenu) } : {}),
    }));
    return menu;
  };
  class FoundMenu extends Menu {
    static buildFromTemplate(template) {
      return build(template);
    }

    getMenuItemById(id) {
      return itemsOf(this).find((item) => item.id === id) ?? null;
    }
  }
  return FoundMenu;
}

/** @param {any} electron Exports of the stand-in. */
module.exports = (electron) => {
  const { app, BrowserWindow, protocol, session } = electron;
  electron.Menu = menus(electron.Menu);
  electron.nativeImage = { createFromPath: (path) => ({ path, isEmpty: () => false }) };
  electron.Tray = class extends EventEmitter {
    /** Items beside the clock, for tests. */
    static all = [];

    constructor(image) {
      super();
      this.image = image;
      electron.Tray.all.push(this);
    }

    setToolTip(text) {
      this.toolTip = text;
    }

    setContextMenu(menu) {
      this.menu = menu;
    }
  };
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
      this._outbox = new Outbox(
        (message, context) => super._deliver(message, context),
        (context) => !this._dead && [...this._iso.values()].includes(context),
      );
      contents.on('did-navigate', () => this._outbox.clear());
      this.on('closed', () => {
        this._outbox.clear();
        contents.emit('destroyed');
      });
      app.emit('web-contents-created', {}, contents);
    }

    _deliver(message, context) {
      this._outbox.add(message, context);
    }

    async _ipc(message, context) {
      if (message.t === 'ack') this._outbox.arrived(message.seq);
      else await super._ipc(message, context);
    }

    focus() {
      this.emit('focus');
    }

    getNormalBounds() {
      return this.getBounds();
    }

    isMaximized() {
      return false;
    }
  };
};
