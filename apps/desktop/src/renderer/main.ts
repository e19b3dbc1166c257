import { mount } from '@twicewise/ui';
import type { Bridge } from '../bridge.ts';
import { createIpcTransport } from './ipc-transport.ts';

const { twicewise } = window as unknown as { twicewise: Bridge };

const transport = createIpcTransport(twicewise, (view) => {
  // The router watches the address, so the view opens as if a link in the page was followed.
  location.hash = `#/${view}`;
});
mount(transport);
