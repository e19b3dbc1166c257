import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';
import { type Bridge, CHANNELS, type Push } from '../bridge.ts';

// The only connection between page and main process. It passes JSON text, as every other door does, so that only data can pass.

const ask = (channel: string, ...request: unknown[]) => ipcRenderer.invoke(channel, JSON.stringify(request));

const bridge: Bridge = {
  call: (name, input, key) => ask(CHANNELS.call, name, input, key),
  subscribe(listener) {
    const hear = (_event: IpcRendererEvent, push: Push) => listener(push);
    ipcRenderer.on(CHANNELS.signal, hear);
    void ask(CHANNELS.subscribe);
    return () => ipcRenderer.removeListener(CHANNELS.signal, hear);
  },
  native: {
    openFile: (kind) => ask(CHANNELS.native, 'openFile', kind),
    saveFile: (kind, name) => ask(CHANNELS.native, 'saveFile', kind, name),
    revealSaved: (path) => ask(CHANNELS.native, 'revealSaved', path),
    revealData: () => ask(CHANNELS.native, 'revealData'),
    pathOf: (file) => webUtils.getPathForFile(file),
    offer: (actions) => ask(CHANNELS.native, 'offer', actions),
    openWindow: (view) => ask(CHANNELS.native, 'openWindow', view),
  },
};

contextBridge.exposeInMainWorld('twicewise', bridge);
