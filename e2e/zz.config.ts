import base from './playwright.config.ts';

const { globalSetup: _none, ...rest } = base as any;
export default rest;
