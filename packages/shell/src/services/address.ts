/** This machine, or a cluster or emulator that runs on it. */
const LOCAL_HOST =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/?#\s]*@)?(?:localhost|(?:[\w-]+\.)*localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[(?:::1|::)\]|::1|host\.docker\.internal)(?::\d*)?(?:[/?#]|$)/i
/** httpie's `:3000/x`. */
const SHORT = /^:\d*(?:\/|$)/
const LOCAL_CONTEXT =
  /^(?:kind-[\w.-]+|k3d-[\w.-]+|minikube|docker-desktop|rancher-desktop|colima[\w.-]*|orbstack|microk8s)$/

export const isLocalAddress = (text: string): boolean =>
  LOCAL_HOST.test(text.trim()) || SHORT.test(text.trim()) || LOCAL_CONTEXT.test(text.trim())
