/** True on a Mac, where keys have other names and conventions. */
export const IS_MAC = navigator.platform.startsWith('Mac');
