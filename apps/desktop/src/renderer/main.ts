import { mount } from '@twicewise/ui';
import type { Bridge } from '../bridge.ts';
import { createIpcTransport } from './ipc-transport.ts';

const { twicewise } = window as unknown as { twicewise: Bridge };

const transport = createIpcTransport(twicewise, (view) => {
  // The router listens to the address: a view is opened as by a link within the page.
  location.hash = `#/${view}`;
});
mount(transport);
