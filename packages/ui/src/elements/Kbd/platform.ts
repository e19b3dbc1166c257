/** Whether this is a Mac, where keys have other names and other habits. */
export const IS_MAC = navigator.platform.startsWith('Mac');
