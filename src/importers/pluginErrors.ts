/**
 * Whether an error is that of a network plugin, a volume driver or a device. They have sockets of their own and calls to
 * the API server of their own, so it tells nothing about the runtime's, nor about the kubelet's.
 */
export const isPluginError = (error: string): boolean =>
  /\/plugins(?:_registry)?\/|\/device-plugins\/|kubernetes\.io\/csi|plugin type=|(?:setup|set up|destroy) network|NetworkPlugin/.test(
    error,
  );
